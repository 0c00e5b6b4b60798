import Basics

/// What a CI service says about the change that it tests.
///
/// Sources: "Default environment variables" and "Webhook events and payloads" of GitHub Actions,
/// "Predefined CI/CD variables" of GitLab, and the same pages of the other services.
struct ServiceChange: Equatable {
  /// The variable that says it.
  let variable: String
  /// Refs and commits that the change starts from, the best first.
  let candidates: [String]
  /// Whether the commit is only what the branch had before it was pushed: on a branch of its own
  /// the default branch is the better base, because earlier pushes can have failed.
  let isPush: Bool

  /// Variables with the branch that a change is to be merged into.
  private static let branches = [
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "BITBUCKET_PR_DESTINATION_BRANCH",
    "SYSTEM_PULLREQUEST_TARGETBRANCH", "BUILDKITE_PULL_REQUEST_BASE_BRANCH", "CHANGE_TARGET",
    "CI_COMMIT_TARGET_BRANCH", "CIRRUS_BASE_BRANCH",
  ]

  /// Variables with the commit that a change starts from.
  private static let commits = [
    "CI_MERGE_REQUEST_DIFF_BASE_SHA", "BITBUCKET_PR_DESTINATION_COMMIT", "CIRRUS_BASE_SHA",
  ]

  /// Variables with the commit that a branch had before it was pushed.
  private static let pushes = [
    "CI_COMMIT_BEFORE_SHA", "DRONE_COMMIT_BEFORE", "CI_PREV_COMMIT_SHA",
  ]

  /// `nil` when no service says anything.
  init?(environment: [String: String]) {
    func value(_ name: String) -> String? {
      guard let value = environment[name], !value.isEmpty, value != "false" else { return nil }
      // A new branch has zeros for the commit before.
      return value.allSatisfy { $0 == "0" } ? nil : value
    }
    let event = value("GITHUB_EVENT_PATH").flatMap(Files.read)
      .flatMap { try? JSON.parse($0) }
    if let branch = value("GITHUB_BASE_REF") {
      let commit = event?["pull_request"]?["base"]?["sha"]?.text
      // The commit that GitHub makes for a pull request has the target branch as its first parent.
      let isMerge = value("GITHUB_REF")?.hasSuffix("/merge") == true
      isPush = false
      variable = "GITHUB_BASE_REF"
      candidates =
        [Self.remote(branch)] + (commit.map { [$0] } ?? []) + (isMerge ? ["HEAD^1"] : [])
      return
    }
    for name in Self.branches {
      guard let branch = value(name) else { continue }
      variable = name
      isPush = false
      candidates = [Self.remote(branch)] + Self.commits.compactMap(value)
      return
    }
    let queued = event?["merge_group"]?["base_sha"]?.text
    if let commit = queued ?? event?["before"]?.text, !commit.allSatisfy({ $0 == "0" }) {
      variable = "GITHUB_EVENT_PATH"
      isPush = queued == nil
      candidates = [commit]
      return
    }
    for name in Self.commits + Self.pushes {
      guard let commit = value(name) else { continue }
      variable = name
      isPush = Self.pushes.contains(name)
      candidates = [commit]
      return
    }
    return nil
  }

  private static func remote(_ branch: String) -> String {
    let name = branch.hasPrefix("refs/heads/") ? String(branch.dropFirst(11)) : branch
    return "origin/\(name)"
  }
}
