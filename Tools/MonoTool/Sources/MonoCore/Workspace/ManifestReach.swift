/// What the evaluation of a manifest can depend on besides its own text.
///
/// A manifest that imports nothing but the package description can only ask `Context`: for
/// variables, its folder, and the state of git. With any other import it can look at everything,
/// and no list of words tells what it does.
struct ManifestReach: Equatable {
  /// The environment variables that it names.
  private(set) var variables: Set<String> = []
  /// Whether it uses the environment otherwise than by a name.
  private(set) var readsWholeEnvironment = false
  /// Whether it knows its folder, and so may name or read files there.
  private(set) var readsFiles = false
  /// Whether it can look at anything.
  private(set) var isUnbounded = false

  private static let harmless: Set = ["PackageDescription", "CompilerPluginSupport"]

  /// - Parameter manifest: The texts of all `Package*.swift` of a folder; `nil` for none.
  init?(_ manifest: String) {
    guard !manifest.isEmpty else { return nil }
    let imports = ImportScanner.scan(Array(manifest.utf8)).imports.map(\.module)
    isUnbounded =
      imports.contains { !Self.harmless.contains($0) } || manifest.contains("gitInformation")
    readsFiles =
      isUnbounded || ["packageDirectory", "#file"].contains { manifest.contains($0) }
    for use in manifest.ranges(of: "environment") {
      let rest = manifest[use.upperBound...].drop(while: \.isWhitespace)
      if rest.hasPrefix("[\""), let name = rest.between("[\"", "\"]"), !name.contains("\"") {
        variables.insert(String(name))
      } else {
        readsWholeEnvironment = true
      }
    }
  }
}
