/// Finds the packages of a repository.
enum PackageDiscovery {
  /// The folders, relative to the root, that hold a `Package.swift`: those that git knows or
  /// would add, or all that are found when the root is no git repository. Sorted.
  static func folders(root: String, repository: Repository?) throws(MonoError) -> [String] {
    guard let repository else {
      return Files.descendants(of: root) { Path.name(of: $0) == "node_modules" }
        .filter { Path.name(of: $0) == "Package.swift" }.map(Path.folder(of:)).sorted()
    }
    let manifests = try repository.files(matching: [":(glob)**/Package.swift"])
    return manifests.filter { Files.exists(Path.join(root, $0)) }
      .map(Path.folder(of:)).sorted()
  }
}
