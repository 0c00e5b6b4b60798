import Basics

/// The commit that a change is compared with, and how it was found.
struct Base: Sendable, Equatable, Encodable {
  /// Where the change leaves ``name``: their merge base.
  let commit: String
  /// The ref or commit that was named, such as `origin/main`.
  let name: String
  /// Its origin: `--base` or the default branch.
  let source: String
  /// Whether HEAD itself is the commit, so that only open edits can differ from it.
  let isHead: Bool

  /// For a reader, such as `1a2b3c4d5, where HEAD leaves origin/main (the default branch)`.
  var text: String {
    isHead
      ? "\(commit.prefix(9)), which is HEAD itself (\(name), \(source)): only open edits count"
      : "\(commit.prefix(9)), where HEAD leaves \(name) (\(source))"
  }
}

extension Repository {
  /// The commit that a change starts from: the merge base of HEAD and a ref, or the default branch.
  ///
  /// When that is HEAD itself, a developer's open edits can be meant; anywhere else "nothing is
  /// affected" would be said of a change that nothing has looked at.
  /// - Parameter isService: Whether this is a CI service, where only `HEAD` may name HEAD itself.
  /// - Throws: `MonoError.usage` for an unknown ref, `MonoError.noBase` without a base to trust.
  func base(_ ref: String?, isService: Bool = Self.isService) throws -> Base {
    guard try commit("HEAD") != nil else {
      throw MonoError.noBase(
        "This repository has no commit, so there is nothing to compare with.",
        hint: "Commit what is there and try again.")
    }
    let isShallow = try line(["rev-parse", "--is-shallow-repository"]) == "true"
    let remedy =
      "Run 'git fetch\(isShallow ? " --unshallow" : "") origin +refs/heads/*:refs/remotes/origin/*'"
      + " (with actions/checkout: fetch-depth: 0) and try again."
    guard let name = try ref ?? defaultBranch() else {
      throw MonoError.noBase(
        "There is no default branch here that HEAD could be compared with.",
        hint: "Give the base with --base REF, after 'git fetch' if it is not here. \(remedy)")
    }
    func unknown(_ message: String) -> MonoError {
      isShallow
        ? .noBase("This clone is shallow. \(message)", hint: remedy)
        : .usage(message, hint: "Run 'git fetch', or give another base with --base REF.")
    }
    guard let commit = try commit(name) else {
      throw unknown("There is no commit '\(name)' in this repository.")
    }
    guard let start = try line(["merge-base", commit, "HEAD"]) else {
      throw unknown("\(name) and HEAD have no common history here.")
    }
    let isHead = try start == self.commit("HEAD")
    if isHead, ref == nil, isShallow {
      throw MonoError.noBase(
        "This clone is shallow, and HEAD is the commit of \(name): the change is not visible.",
        hint: remedy)
    }
    if isHead, try !mayBeHead(ref, isService: isService) { throw MonoError.noChange(since: name) }
    let source = ref == nil ? "the default branch" : "--base"
    return Base(commit: start, name: name, source: source, isHead: isHead)
  }

  /// Whether only open edits can be meant: HEAD is named, or there are some on a developer's branch.
  private func mayBeHead(_ ref: String?, isService: Bool) throws -> Bool {
    if ref == "HEAD" { return true }
    if isService { return false }
    if ref != nil { return true }
    return try line(["symbolic-ref", "--quiet", "HEAD"]) != nil
      && !git(["status", "--porcelain", "--ignore-submodules=none"]).isEmpty
  }

  /// Whether the environment is that of a CI service.
  static var isService: Bool { !["", "false", "0"].contains(EnvironmentVariables.all["CI"] ?? "") }

  /// The branch that others start from: the remote's, or a usual name, or the only one.
  private func defaultBranch() throws -> String? {
    let usual = ["main", "master", "develop", "trunk"]
    let remotes = try lines(["remote"])
    let heads = try (["origin"] + remotes).flatMap { remote in
      [try line(["rev-parse", "--abbrev-ref", "\(remote)/HEAD"]) ?? ""]
        + usual.map { "\(remote)/\($0)" }
    }
    if let name = try (heads + usual).first(where: { try commit($0) != nil }) { return name }
    let branches = try lines(["for-each-ref", "--format=%(refname:short)", "refs/heads"])
    return remotes.isEmpty && branches.count == 1 ? branches[0] : nil
  }

  private func commit(_ name: String) throws -> String? {
    try line(["rev-parse", "--verify", "--quiet", name + "^{commit}"])
  }
}
