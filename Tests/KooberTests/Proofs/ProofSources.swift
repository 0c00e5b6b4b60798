/// Where the proofs and what they are about lie.
enum ProofSources {
  /// The folder of the proofs.
  static let folder = parents(of: #filePath, 1)
  /// The folder of the repository.
  static let repository = parents(of: #filePath, 4)

  private static func parents(of path: String, _ levels: Int) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
      .joined(separator: "/")
  }
}
