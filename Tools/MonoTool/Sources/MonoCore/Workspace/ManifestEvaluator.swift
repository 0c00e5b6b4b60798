import Basics

/// Asks the toolchain what a manifest means, and remembers the answer by the manifest's content.
package struct ManifestEvaluator: Sendable {
  package let toolchain: Toolchain
  /// Where answers are kept, safe to delete at any time; nowhere when `nil`.
  package let cacheFolder: String?
  /// Folders of packages whose manifests look at files outside themselves that never change.
  package var stable: [Glob] = []
  var root = ""

  /// The evaluated manifest of the package in a folder, given as an absolute path.
  ///
  /// A manifest that can look at anything is asked every time; see ``ManifestReach``.
  func evaluate(packageAt folder: String) throws(MonoError) -> Manifest {
    let entry = try entry(for: folder)
    if let entry, let bytes = Files.read(entry), let dump = try? JSON.parse(bytes) {
      return try Manifest(dump: dump)
    }
    // SwiftPM locks its scratch folder: with one for each manifest none waits for another.
    let scratch = try Files.makeTemporaryFolder()
    defer { extendLifetime(scratch) }
    let places = ["--package-path", folder, "--scratch-path", scratch.path]
    let result = try Tool.run(
      toolchain.swift, ["package"] + places + ["--manifest-cache", "none", "dump-package"])
    guard result.status.code == 0, let dump = try? JSON.parse(result.output) else {
      throw .manifest(
        "The manifest \(folder)/Package.swift cannot be evaluated.\n"
          + Self.errors(result, in: folder).prefix(3).joined(separator: "\n"),
        hint: "Correct the manifest, or exclude the package in the rules file.")
    }
    let manifest = try Manifest(dump: dump)
    // What cannot be remembered is asked again.
    if let entry { try? Files.write(result.output, to: entry) }
    return manifest
  }

  /// The compiler's own lines, without the command that it was started with and the conclusion.
  private static func errors(_ result: Subprocess.Outcome, in folder: String) -> [String] {
    result.errorText.split(separator: "\n").filter { line in
      line.contains("error:") && line.first != " "
        && !["compiled with:", "invalid manifests at"].contains { line.contains($0) }
    }.map { String($0).replacing(folder + "/", with: "") }
  }

  /// Whether the answer depends on nothing but the manifest and the environment.
  func remembers(packageAt folder: String) -> Bool { (try? entry(for: folder)) != nil }

  /// Where the answer is remembered; `nil` when it may be another one the next time.
  private func entry(for folder: String) throws(MonoError) -> String? {
    var hash = ContentHash(toolchain.identity)
    var text = ""
    for entry in Files.entries(folder)
    where entry.name.hasPrefix("Package") && entry.name.hasSuffix(".swift") {
      guard let manifest = Files.text("\(folder)/\(entry.name)") else { continue }
      hash.combine(entry.name)
      hash.combine(manifest)
      text += manifest
    }
    guard let reach = ManifestReach(text) else {
      throw .manifest(
        "There is no Package.swift in \(folder), or it is empty.", hint: "Check the path.")
    }
    let place = Path.relative(folder, to: root)
    guard let cacheFolder, !reach.isUnbounded || stable.contains(where: { $0.matches(place) })
    else {
      return nil
    }
    let environment = EnvironmentVariables.all
    // These differ with every run and terminal.
    let passing = ["TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"].filter { !text.contains("\"\($0)\"") }
    let variables =
      reach.readsWholeEnvironment
      ? Set(environment.keys).subtracting(passing) : reach.variables
    for name in variables.sorted() { hash.combine("\(name)=\(environment[name] ?? "")") }
    return "\(cacheFolder)/manifests/\(hash.hexadecimal).json"
  }
}
