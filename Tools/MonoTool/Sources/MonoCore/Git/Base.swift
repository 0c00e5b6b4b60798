package import Basics

/// The commit that a change is compared with, and how it was found.
package struct Base: Sendable, Equatable {
  /// Where the change leaves ``name``: their merge base.
  package let commit: String
  /// The ref or commit that was named, such as `origin/main`.
  package let name: String
  /// Its origin: `--base` or the default branch.
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
  /// The commit that a change starts from: the merge base of HEAD and a ref, or the default branch.
  ///
  /// When that is HEAD itself, a developer's open edits can be meant; anywhere else "nothing is
  /// affected" would be said of a change that nothing has looked at.
  /// - Parameter isService: Whether this is a CI service, where only `HEAD` may name HEAD itself.
  /// - Throws: `MonoError.usage` for an unknown ref, `MonoError.noBase` without a base to trust.
  package func base(
    _ ref: String?, isService: Bool = Self.isService
  ) throws(MonoError) -> Base {
    guard try commit("HEAD") != nil else {
      throw .noBase(
        "This repository has no commit, so there is nothing to compare with.",
        hint: "Commit what is there and try again.")
    }
    let branch = ref == nil ? try defaultBranch() : ref
    guard let name = branch else {
      throw .noBase(
        "There is no default branch here that HEAD could be compared with.",
        hint: "Give the base with --base REF, after 'git fetch' if it is not here. \(try deepen)")
    }
    let base = try base(name, source: ref == nil ? "the default branch" : "--base")
    if !base.isHead { return base }
    if ref == nil, try isShallow {
      throw .noBase(
        "This clone is shallow, and HEAD is the commit of \(name): the change is not visible.",
        hint: try deepen)
    }
    let isOnBranch = try line(["symbolic-ref", "--quiet", "HEAD"]) != nil
    let isMeant = ref == "HEAD" || !isService && (ref != nil || isOnBranch)
    if !isMeant { throw .noChange(since: name) }
    if ref == nil, try git(["status", "--porcelain", "--ignore-submodules=none"]).isEmpty {
      throw .noChange(since: name)
    }
    return base
  }

  /// Whether the environment is that of a CI service.
  package static var isService: Bool {
    !["", "false", "0"].contains(EnvironmentVariables.all["CI"] ?? "")
  }

  private func base(_ name: String, source: String) throws(MonoError) -> Base {
    guard let commit = try commit(name) else {
      if try isShallow {
        throw .noBase("There is no commit '\(name)' in this shallow clone.", hint: try deepen)
      }
      throw .usage(
        "There is no commit '\(name)' in this repository.",
        hint: "Run 'git fetch', or give another base with --base REF.")
    }
    if let base = try line(["merge-base", commit, "HEAD"]) {
      let isHead = try base == self.commit("HEAD")
      return Base(commit: base, name: name, source: source, isHead: isHead)
    }
    if try isShallow {
      throw .noBase(
        "This clone is shallow: the commit where HEAD leaves \(name) is not in it.",
        hint: try deepen)
    }
    throw .usage(
      "\(name) and HEAD have no common history.", hint: "Give another base with --base REF.")
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

  private func commit(_ name: String) throws(MonoError) -> String? {
    try line(["rev-parse", "--verify", "--quiet", name + "^{commit}"])
  }

  private var isShallow: Bool {
    get throws(MonoError) { try line(["rev-parse", "--is-shallow-repository"]) == "true" }
  }

  private var deepen: String {
    get throws(MonoError) {
      "Run 'git fetch\(try isShallow ? " --unshallow" : "") origin +refs/heads/*:refs/remotes/origin/*'"
        + " (with actions/checkout: fetch-depth: 0) and try again."
    }
  }
}
