import Basics

/// What GitHub Actions says about the change that it tests.
///
/// Source: "Default environment variables" and "Webhook events and payloads" of GitHub Actions.
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
    let event = environment["GITHUB_EVENT_PATH"].flatMap(Files.read)
      .flatMap { try? JSON.parse($0) }
    if let branch = environment["GITHUB_BASE_REF"], !branch.isEmpty {
      let commit = event?["pull_request"]?["base"]?["sha"]?.text
      // The commit that GitHub makes for a pull request has the target branch as its first parent.
      let isMerge = environment["GITHUB_REF"]?.hasSuffix("/merge") == true
      isPush = false
      variable = "GITHUB_BASE_REF"
      candidates =
        ["origin/\(branch)"] + (commit.map { [$0] } ?? []) + (isMerge ? ["HEAD^1"] : [])
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
