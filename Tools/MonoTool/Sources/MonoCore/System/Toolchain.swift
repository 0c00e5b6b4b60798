import Basics

/// The Swift toolchain that the tool asks for manifests and builds.
package struct Toolchain: Sendable {
  /// The path of the `swift` command.
  package let swift: String
  /// Changes whenever another toolchain is used; part of every cache key.
  package let identity: String

  /// Finds `swift` on the search path.
  package static func find(
    environment: [String: String] = EnvironmentVariables.all
  ) throws(MonoError) -> Toolchain {
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let swift = "\(folder)/swift"
      guard let real = Files.realPath(swift), let stamp = Files.stamp(real) else { continue }
      guard Files.exists(Path.join(Path.folder(of: real), "swift-package")) else {
        // A version manager's own command: only the compiler it chooses knows who it is.
        let version = try Tool.run(swift, ["--version"])
        return Toolchain(swift: swift, identity: version.outputText)
      }
      return Toolchain(swift: swift, identity: "\(real) \(stamp.modified) \(stamp.size)")
    }
    throw .failure(
      "No 'swift' command was found on PATH.",
      hint: "Install a Swift toolchain from swift.org and add its usr/bin folder to PATH.")
  }
}

/// Which version of the tool this is.
package enum Version {
  package static let current = "2.0.0"
  package static let date = "2026-11-23"
}
