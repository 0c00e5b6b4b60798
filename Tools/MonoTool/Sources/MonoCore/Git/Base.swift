package import Basics

/// The commit that a change is compared with, and how it was found.
package struct Base: Sendable, Equatable {
  /// Where the change leaves ``name``: their merge base.
  package let commit: String
  /// The ref or commit that was named, such as `origin/main`.
  package let name: String
  /// Its origin: `--base`, a variable of the CI service, or the default branch.
  package let source: String
  /// Whether HEAD itself is the commit, so that only open edits can differ from it.
  package let isHead: Bool

  /// For a reader, such as `1a2b3c4d5, where HEAD leaves origin/main (the default branch)`.
  package var text: String {
    isHead
      ? "\(commit.prefix(9)), which is HEAD itself (\(name), \(source)): only open edits count"
      : "\(commit.prefix(9)), where HEAD leaves \(name) (\(source))"
  }

  package var json: [String: JSON] {
    ["base": .string(commit), "baseName": .string(name), "baseSource": .string(source)]
  }
}

extension Repository {
  /// The commit that a change starts from: the merge base of a ref and what is checked out.
  ///
  /// Without a ref it is what the CI service says, or else the merge base with the default branch.
  /// - Parameter allowsEmpty: Whether a CI service may name HEAD itself, so that nothing differs.
  /// - Throws: `MonoError.usage` for an unknown ref, `MonoError.noBase` without a base to trust.
  package func base(
    _ ref: String?, environment: [String: String], allowsEmpty: Bool = false
  ) throws(MonoError) -> Base {
    if let ref {
      let base = try base(ref, source: "--base")
      guard base.isHead, !allowsEmpty, Self.isService(environment) else { return base }
      throw .noBase(
        "HEAD has nothing that is not in \(ref), so there is no change to look at.",
        hint: "Give the commit that was tested last with --base REF, such as --base HEAD~1, or"
          + " --allow-empty where there may be no change.")
    }
    guard try line(["rev-parse", "--verify", "--quiet", "HEAD"]) != nil else { throw noCommit }
    if let change = ServiceChange(environment: environment) { return try base(of: change) }
    return try guessedBase(environment)
  }

  private func base(_ name: String, source: String) throws(MonoError) -> Base {
    guard let commit = try commit(name) else { throw try unknown(name) }
    if let base = try mergeBase(commit, name, source) { return base }
    if try isShallow {
      throw .noBase(
        "This clone is shallow: the commit where HEAD leaves \(name) is not in it.",
        hint: try deepen)
    }
    throw .usage(
      "\(name) and HEAD have no common history.", hint: "Give another base with --base REF.")
  }

  /// The base of a change that a CI service describes; the first commit it names that is here.
  private func base(of change: ServiceChange) throws(MonoError) -> Base {
    if change.isPush, let name = try defaultBranch(), let commit = try commit(name),
      let base = try mergeBase(commit, name, "the default branch"), !base.isHead
    {
      return base
    }
    for candidate in change.candidates {
      guard let commit = try commit(candidate),
        let base = try mergeBase(commit, candidate, change.variable)
      else { continue }
      guard !base.isHead else {
        throw .noBase(
          "\(change.variable) names \(candidate), and HEAD has nothing that is not in it.",
          hint: "Give the commit that was tested last with --base REF.")
      }
      return base
    }
    throw .noBase(
      "\(change.variable) names \(change.candidates.joined(separator: " or ")), and this clone cannot"
        + " tell where HEAD leaves it.", hint: try deepen)
  }

  /// The base with the default branch. When that is HEAD itself, only a developer's open edits can
  /// be meant; anywhere else "nothing is affected" would be said of a change that nothing has
  /// looked at.
  private func guessedBase(_ environment: [String: String]) throws(MonoError) -> Base {
    guard let name = try defaultBranch() else {
      throw .noBase(
        "There is no default branch here that HEAD could be compared with.",
        hint: "Give the base with --base REF, after 'git fetch' if it is not here. \(try deepen)")
    }
    let base = try base(name, source: "the default branch")
    guard base.isHead else { return base }
    if try isShallow {
      throw .noBase(
        "This clone is shallow, and HEAD is the commit of \(name): the change is not visible.",
        hint: try deepen)
    }
    let isOnBranch = try line(["symbolic-ref", "--quiet", "HEAD"]) != nil
    let isEdited = try !git(["status", "--porcelain", "--ignore-submodules=none"]).isEmpty
    guard isOnBranch, !Self.isService(environment), isEdited else {
      throw .noBase(
        "HEAD has nothing that is not in \(name), so there is no change to look at.",
        hint: "Give the commit that was tested last with --base REF, such as --base HEAD~1.")
    }
    return base
  }

  /// The branch that others start from: the remote's, or a usual name, or the only one.
  private func defaultBranch() throws(MonoError) -> String? {
    let usual = ["main", "master", "develop", "trunk"]
    let remotes = try String(decoding: git(["remote"]), as: UTF8.self).split(separator: "\n")
    let order = remotes.sorted { ($0 == "origin" ? 0 : 1, $0) < ($1 == "origin" ? 0 : 1, $1) }
    for remote in order {
      if let name = try line(["rev-parse", "--abbrev-ref", "\(remote)/HEAD"]),
        try commit(name) != nil
      {
        return name
      }
      for name in usual where try commit("\(remote)/\(name)") != nil { return "\(remote)/\(name)" }
    }
    for name in usual where try commit("refs/heads/\(name)") != nil { return name }
    let format = "--format=%(refname:short)"
    let branches = try String(decoding: git(["for-each-ref", format, "refs/heads"]), as: UTF8.self)
      .split(separator: "\n")
    return remotes.isEmpty && branches.count == 1 ? String(branches[0]) : nil
  }

  private func mergeBase(
    _ commit: String, _ name: String, _ source: String
  ) throws(MonoError) -> Base? {
    guard let base = try line(["merge-base", commit, "HEAD"]) else { return nil }
    return Base(commit: base, name: name, source: source, isHead: try base == self.commit("HEAD"))
  }

  private static func isService(_ environment: [String: String]) -> Bool {
    !["", "false", "0"].contains(environment["CI"] ?? "")
  }

  private func commit(_ name: String) throws(MonoError) -> String? {
    try line(["rev-parse", "--verify", "--quiet", name + "^{commit}"])
  }

  private var isShallow: Bool {
    get throws(MonoError) { try line(["rev-parse", "--is-shallow-repository"]) == "true" }
  }

  private func unknown(_ name: String) throws(MonoError) -> MonoError {
    if try isShallow {
      return .noBase("There is no commit '\(name)' in this shallow clone.", hint: try deepen)
    }
    if try line(["rev-parse", "--verify", "--quiet", "HEAD"]) == nil { return noCommit }
    return .usage(
      "There is no commit '\(name)' in this repository.",
      hint: "Run 'git fetch', or give another base with --base REF.")
  }

  private var noCommit: MonoError {
    .noBase(
      "This repository has no commit, so there is nothing to compare with.",
      hint: "Commit what is there and try again.")
  }

  private var deepen: String {
    get throws(MonoError) {
      "Run 'git fetch\(try isShallow ? " --unshallow" : "") origin +refs/heads/*:refs/remotes/origin/*'"
        + " (with actions/checkout: fetch-depth: 0) and try again."
    }
  }
}

/// The change that GitHub Actions tests. Source: "Default environment variables" and "Webhook
/// events and payloads" of GitHub Actions.
struct ServiceChange: Equatable {
  /// The variable that says it.
  let variable: String
  /// Refs and commits that the change starts from, the best first.
  let candidates: [String]
  /// Whether the commit is only what the branch had before it was pushed: on a branch of its own
  /// the default branch is the better base, because earlier pushes can have failed.
  let isPush: Bool

  /// `nil` when it says nothing.
  init?(environment: [String: String]) {
    let event = environment["GITHUB_EVENT_PATH"].flatMap(Files.read).flatMap { try? JSON.parse($0) }
    if let branch = environment["GITHUB_BASE_REF"], !branch.isEmpty {
      let commit = event?["pull_request"]?["base"]?["sha"]?.text
      // The commit that GitHub makes for a pull request has the target branch as its first parent.
      let isMerge = environment["GITHUB_REF"]?.hasSuffix("/merge") == true
      isPush = false
      variable = "GITHUB_BASE_REF"
      candidates = ["origin/\(branch)"] + (commit.map { [$0] } ?? []) + (isMerge ? ["HEAD^1"] : [])
      return
    }
    let queued = event?["merge_group"]?["base_sha"]?.text
    // A new branch has zeros for the commit before.
    guard let commit = queued ?? event?["before"]?.text, !commit.allSatisfy({ $0 == "0" }) else {
      return nil
    }
    variable = "GITHUB_EVENT_PATH"
    isPush = queued == nil
    candidates = [commit]
  }
}
