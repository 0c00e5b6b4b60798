import Foundation

/// Where the proofs and what they are about lie.
enum ProofSources {
  /// The folder of the proofs.
  static let folder = parents(of: #filePath, 1)
  /// The folder of the repository.
  static let repository = parents(of: #filePath, 4)

  /// The packages that are a scope of the program.
  static func scopePackages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(repository)/Packages").filter { name in
      let container = "\(repository)/Packages/\(name)/Sources/\(name)/\(name)Container.swift"
      return name != "Cloud" && FileManager.default.fileExists(atPath: container)
    }
  }

  /// The sources of the program and of these packages, without previews and what only tests use.
  static func productFiles(of packages: [String]) throws -> [String] {
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
