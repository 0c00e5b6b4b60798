import Basics

/// Asks the toolchain what a manifest means, and remembers the answer by the manifest's content.
package struct ManifestEvaluator: Sendable {
  package let toolchain: Toolchain
  /// Where answers are kept; safe to delete at any time.
  package let cacheFolder: String

  package init(toolchain: Toolchain, cacheFolder: String) {
    self.toolchain = toolchain
    self.cacheFolder = cacheFolder
  }

  /// The evaluated manifest of the package in a folder, given as an absolute path.
  ///
  /// - Parameter contents: What stands for everything in the folder, such as the identity of its tree
  ///   in git; without it the files' sizes and times do, if the manifest looks at files at all.
  /// - Throws: `MonoError.manifest` with the compiler's message when it cannot be evaluated.
  package func evaluate(
    packageAt folder: String, contents: String? = nil
  ) throws(MonoError) -> Manifest {
    let entry = try entry(for: folder, contents)
    if let bytes = Files.read(entry), let dump = try? JSON.parse(bytes) {
      return try Manifest(dump: dump)
    }
    // SwiftPM locks its scratch folder: with one for each manifest none waits for another.
    let scratch = try Files.makeTemporaryFolder()
    defer { extendLifetime(scratch) }
    let result = try Tool.run(
      toolchain.swift,
      [
        "package", "--package-path", folder, "--scratch-path", scratch.path, "--manifest-cache",
        "none",
        "dump-package",
      ])
    guard result.status.code == 0, let dump = try? JSON.parse(result.output) else {
      throw .manifest(
        "The manifest \(folder)/Package.swift cannot be evaluated.\n\(Self.reason(result))",
        hint: "Correct the manifest, or exclude the package in the rules file.")
    }
    let manifest = try Manifest(dump: dump)
    // What cannot be remembered is asked again.
    try? Files.write(result.output, to: entry)
    return manifest
  }

  /// The compiler's own lines, without the command that it was started with and the conclusion.
  private static func reason(_ result: Subprocess.Outcome) -> String {
    result.errorText.split(separator: "\n")
      .filter { line in
        line.contains("error:")
          && !["compiled with:", "invalid manifests at"].contains { line.contains($0) }
      }
      .prefix(3).joined(separator: "\n")
  }

  /// Whether the answer is remembered.
  package func knows(packageAt folder: String, contents: String?) throws(MonoError) -> Bool {
    Files.exists(try entry(for: folder, contents))
  }

  private func entry(for folder: String, _ contents: String?) throws(MonoError) -> String {
    var hash = ContentHash()
    hash.combine(toolchain.identity)
    var text = ""
    var isFound = false
    for entry in Files.entries(folder)
    where entry.name.hasPrefix("Package") && entry.name.hasSuffix(".swift") {
      guard let manifest = Files.text("\(folder)/\(entry.name)") else { continue }
      isFound = true
      hash.combine(entry.name)
      hash.combine(manifest)
      text += manifest
    }
    guard isFound else {
      throw .manifest("There is no Package.swift in \(folder).", hint: "Check the path.")
    }
    // A manifest may ask the environment for variables that it names …
    for (name, value) in EnvironmentVariables.all.sorted(by: { $0.key < $1.key })
    where text.contains("\"\(name)\"") {
      hash.combine("\(name)=\(value)")
    }
    // … its own place, which also decides what its relative paths lead to, and its files.
    if let contents {
      hash.combine(contents)
    } else if Self.readsFiles(text) {
      hash.combine(folder)
      for file in Files.descendants(of: folder) {
        let stamp = Files.stamp("\(folder)/\(file)")
        hash.combine("\(file) \(stamp?.modified ?? 0) \(stamp?.size ?? 0)")
      }
    }
    return "\(cacheFolder)/manifests/\(hash.hexadecimal).json"
  }

  /// Whether the manifest's text can look at more than itself and the environment.
  package static func readsFiles(_ manifest: String) -> Bool {
    let words = [
      "FileManager", "contentsOf", "packageDirectory", "gitInformation", "#file", "fopen",
      "opendir", "getcwd", "readlink", "Process(", "popen",
    ]
    // Adding elements to an array is no reading.
    let text = manifest.replacing("append(contentsOf", with: "")
    return words.contains { text.contains($0) }
  }
}
