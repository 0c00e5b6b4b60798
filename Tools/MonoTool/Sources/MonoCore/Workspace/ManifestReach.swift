/// Everything that the evaluation of a manifest can depend on besides its own text.
///
/// A manifest that imports nothing but the package description can only ask `Context`: for
/// variables, its folder, and the state of git. One that asks for more than variables, or imports more,
/// is taken to look at everything.
struct ManifestReach: Equatable {
  /// The environment variables that it names.
  private(set) var variables: Set<String> = []
  /// Whether it uses the environment otherwise than by a name.
  private(set) var readsWholeEnvironment = false
  /// Whether it can look at anything.
  private(set) var isUnbounded = false

  /// - Parameter manifest: The texts of all `Package*.swift` of a folder; `nil` for none.
  init?(_ manifest: String) {
    guard !manifest.isEmpty else { return nil }
    let imports = ImportScanner.scan(Array(manifest.utf8)).imports.map(\.module)
    let harmless = ["PackageDescription", "CompilerPluginSupport"]
    isUnbounded =
      !imports.allSatisfy(harmless.contains)
      || ["gitInformation", "packageDirectory", "#file"].contains { manifest.contains($0) }
    for use in manifest.ranges(of: "environment") {
      let rest = manifest[use.upperBound...].drop(while: \.isWhitespace)
      if let name = rest.prefixMatch(of: #/\["([^"]*)"\]/#)?.1 {
        variables.insert(String(name))
      } else {
        readsWholeEnvironment = true
      }
    }
  }
}
