import Basics

/// The flags with which SwiftPM builds.
///
/// SwiftPM's default build system plans once and then watches only the root package, so a file
/// added to another local package, or its edited manifest, can be missed;
/// `--disable-build-manifest-caching` makes it plan every time (0.1 s). An import of a module that
/// is not among the dependencies can succeed on what an earlier build left behind;
/// `--explicit-target-dependency-import-check` refuses it.
package struct BuildFlags: Sendable {
  /// Options for `swift build`.
  package let build: [String]
  /// Options for `swift test` of something that is already built.
  package let test: [String]

  /// The flags that this toolchain knows; which ones is asked once and remembered.
  package init(evaluator: ManifestEvaluator) throws(MonoError) {
    let help = try Self.help(evaluator)
    let wanted = [
      ["--disable-build-manifest-caching"],
      ["--explicit-target-dependency-import-check", "error"],
    ]
    build = wanted.filter { help.contains($0[0]) }.flatMap(\.self)
    test = build.filter { $0.hasPrefix("--disable") }
  }

  private static func help(_ evaluator: ManifestEvaluator) throws(MonoError) -> String {
    var hash = ContentHash()
    hash.combine(evaluator.toolchain.identity)
    let entry = "\(evaluator.cacheFolder)/options/\(hash.hexadecimal).txt"
    if let known = Files.text(entry) { return known }
    let result = try Tool.run(evaluator.toolchain.swift, ["build", "--help"])
    guard result.status.code == 0 else {
      throw .failure(
        "'swift build --help' failed: \(result.errorText.firstLine)",
        hint: "Check the toolchain with 'Tools/mono doctor'.")
    }
    try Files.write(result.output, to: entry)
    return result.outputText
  }
}
