import Foundation

/// Where the proofs and what they are about lie.
enum ProofSources {
  /// The folder of the proofs.
  static let folder = parents(of: #filePath, 1)
  /// The folder of the repository.
  static let repository = parents(of: #filePath, 4)

  /// The sources of the program and its features, without previews and what only tests use.
  static func productFiles() throws -> [String] {
    let packages = ["Auth", "Core", "Onboarding", "Sharing", "SignedIn"]
    let folders = ["Apps/koober"] + packages.map { "Packages/\($0)/Sources/\($0)" }
    return try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: "\(repository)/\(folder)")
        .filter { $0.hasSuffix(".swift") }.map { "\(repository)/\(folder)/\($0)" }
    }
  }

  private static func parents(of path: String, _ levels: Int) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
      .joined(separator: "/")
  }
}
