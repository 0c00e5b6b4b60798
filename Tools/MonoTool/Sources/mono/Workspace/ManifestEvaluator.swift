import Basics
import Glibc

/// Asks the toolchain what a manifest means, and remembers the answer by the manifest's content.
struct ManifestEvaluator: Sendable {
  let toolchain: Toolchain
  /// Where answers are kept, safe to delete at any time; nowhere when `nil`.
  let cacheFolder: String?
  /// Folders of packages whose manifests look at files outside themselves that never change.
  var stable: [Glob] = []
  var root = ""

  /// The evaluated manifest of the package in a folder, given as an absolute path.
  ///
  /// A manifest that can look at anything is asked every time; see ``ManifestReach``.
  /// - Throws: `MonoError` for a manifest that cannot be evaluated.
  func evaluate(packageAt folder: String) throws -> Manifest {
    guard let sources = Self.sources(in: folder) else {
      throw MonoError.failure(
        "There is no Package.swift in \(folder), or it is empty.", hint: "Check the path.")
    }
    let entry = entry(for: folder, sources)
    if let bytes = entry.flatMap(Files.bytes), let dump = try? JSON.parse(bytes) {
      return try Manifest(dump: dump)
    }
    // SwiftPM locks its scratch folder: with one for each manifest none waits for another.
    let scratch = try TemporaryFolder()
    defer { extendLifetime(scratch) }
    let places = ["--package-path", folder, "--scratch-path", scratch.path]
    let result = try Tool.run(
      toolchain.swift, ["package"] + places + ["--manifest-cache", "none", "dump-package"],
      environment: ["TMPDIR": scratch.path])
    guard result.status.code == 0, let dump = try? JSON.parse(result.output) else {
      throw MonoError.failure(
        "The manifest \(folder)/Package.swift cannot be evaluated.\n"
          + Self.errors(result, in: folder).prefix(3).joined(separator: "\n"),
        hint: "Correct the manifest.")
    }
    // What cannot be remembered is asked again.
    if let entry { try? Files.write(result.output, to: entry) }
    return try Manifest(dump: dump)
  }

  /// The compiler's own lines, without the command that it was started with and the conclusion.
  private static func errors(_ result: Subprocess.Outcome, in folder: String) -> [String] {
    result.errorText.split(separator: "\n").filter { line in
      line.contains("error:") && line.first != " "
        && !["compiled with:", "invalid manifests at"].contains { line.contains($0) }
    }.map { String($0).replacing(folder + "/", with: "") }
  }

  /// Whether the answer depends on nothing but the manifest and the environment.
  func remembers(packageAt folder: String) -> Bool {
    Self.sources(in: folder).flatMap { entry(for: folder, $0) } != nil
  }

  /// Each `Package*.swift` of a folder with its name; `nil` for none, or empty ones.
  private static func sources(in folder: String) -> [(name: String, text: String)]? {
    let sources = Files.entries(folder).map(\.name)
      .filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
      .compactMap { name in Files.text("\(folder)/\(name)").map { (name, $0) } }
    return sources.allSatisfy(\.1.isEmpty) ? nil : sources
  }

  /// Where the answer is remembered; `nil` when it may be another one the next time.
  private func entry(for folder: String, _ sources: [(name: String, text: String)]) -> String? {
    let reach = ManifestReach(sources.map(\.text).joined())
    let place = Path.relative(folder, to: root)
    guard let cacheFolder, !reach.isUnbounded || stable.contains(where: { $0.matches(place) })
    else { return nil }
    var hash = ContentHash(toolchain.identity)
    for source in sources {
      hash.combine(source.name)
      hash.combine(source.text)
    }
    for name in reach.variables.sorted() {
      hash.combine("\(name)=\(EnvironmentVariables.all[name] ?? "")")
    }
    return "\(cacheFolder)/manifests/\(hash.hexadecimal).json"
  }
}

/// Everything that the evaluation of a manifest can depend on besides its own text.
///
/// A manifest that imports nothing but the package description can only ask `Context`: for
/// variables, its folder, and the state of git. One that asks for more than variables by their names,
/// or imports more, is taken to look at everything.
struct ManifestReach {
  /// The environment variables that it names.
  let variables: Set<String>
  /// Whether it can look at anything.
  let isUnbounded: Bool

  /// - Parameter manifest: The texts of all `Package*.swift` of a folder.
  init(_ manifest: String) {
    func holds(_ text: String) -> Bool { strstr(manifest, text) != nil }
    let asks = holds("environment") ? manifest.ranges(of: "environment") : []
    let named = asks.isEmpty ? [] : manifest.matches(of: #/environment\s*\["([^"]*)"\]/#)
    variables = Set(named.map { String($0.1) })
    // Whatever else says 'import' outside a comment is taken for an import of something else.
    let imports = manifest.split(separator: "\n").map { String($0.drop(while: \.isWhitespace)) }
      .filter { !$0.hasPrefix("//") && strstr($0, "import") != nil }
    isUnbounded =
      !imports.allSatisfy(["import PackageDescription", "import CompilerPluginSupport"].contains)
      || ["gitInformation", "packageDirectory", "#file"].contains(where: holds)
      || asks.count != named.count
  }
}
