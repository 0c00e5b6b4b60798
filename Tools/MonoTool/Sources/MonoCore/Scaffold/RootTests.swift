/// How the root manifest lists the tests of another package as its own.
struct RootTests {
  let settings: FeatureSettings
  /// Of the package that has the tests.
  let manifest: Manifest
  /// Where the package is.
  let folder: String

  /// The element of the root manifest for a test target, or `nil` when there is no such target.
  func declaration(of name: String) throws(MonoError) -> String? {
    guard let target = manifest.targets.first(where: { $0.name == name }) else { return nil }
    let form = settings.rootTests ?? Self.standardForm
    return try Template(text: form).filled(
      with: [
        "target": name, "package": Path.name(of: folder), "path": "\(folder)/Tests/\(name)",
        "dependencies": target.dependencies.map(text).joined(separator: ", "),
      ], lists: [:])
  }

  private static let standardForm = """
    .testTarget(
        name: "{{target}}",
        dependencies: [{{dependencies}}],
        path: "{{path}}")
    """

  /// A dependency of the package's tests as the root has to name it.
  private func text(_ dependency: TargetDescription.Dependency) -> String {
    let package = dependency.package ?? Path.name(of: folder)
    let isOwn = manifest.targets.contains { $0.name == dependency.name }
    let isPlain = isOwn ? dependency.name == manifest.name : dependency.package == nil
    return isPlain
      ? "\"\(dependency.name)\""
      : ".product(name: \"\(dependency.name)\", package: \"\(package)\")"
  }
}
