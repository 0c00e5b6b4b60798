import Basics

/// A commit since which a row's work is another one than before.
package struct ContractChange: Sendable {
  private let commit: String
  /// How the row's name begins.
  private let row: String
  private let change: String

  private static let all = [
    ContractChange(
      commit: "30d1ca5b", row: "POST ride, cancel",
      change: "a ride is requested with a quote, and goes along streets"),
    ContractChange(
      commit: "bc283f91", row: "GET ride",
      change: "a ride has the ways of the trip and of the car: 1,121 bytes instead of 554"),
    ContractChange(
      commit: "a26077ec", row: "GET ride", change: "the ways have twenty corners, not three"),
    ContractChange(
      commit: "a26077ec", row: "POST ride, cancel",
      change: "the ways have twenty corners, not three"),
  ]

  /// Returns what has changed in a row since the commit whose sources are in a folder.
  package static func text(of row: String, sinceCommitIn folder: String) -> String {
    all.filter { row.hasPrefix($0.row) && !$0.isIn(folder) }.map(\.change).joined(separator: "; ")
  }

  private func isIn(_ folder: String) -> Bool {
    let arguments = ["-C", folder, "merge-base", "--is-ancestor", commit, "HEAD"]
    return (try? Subprocess.run("git", arguments))?.status == .exited(0)
  }
}
