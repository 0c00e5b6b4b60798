import Basics

/// The environment variables that builds and tests find; no other can change a result.
package struct TestEnvironment: Sendable {
  /// The variables that count without being named in the rules file.
  package static let allowed = [
    "LANG", "LANGUAGE", "LC_*", "TZ", "LD_LIBRARY_PATH", "SDKROOT", "DEVELOPER_DIR", "TOOLCHAINS",
    "SWIFT_BACKTRACE", "*SAN_OPTIONS",
  ]

  /// Variables that SwiftPM needs to find programs, its caches and packages.
  private static let needed = [
    "PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "XDG_*", "SSH_*", "GIT_*", "*_proxy", "*_PROXY",
  ]

  /// Variables that tests find unless they are set already: no crash reporter of the runtime, which
  /// can wait for ever, and no search for leaks, as neither the runtime nor XCTest frees all.
  static let defaults = ["SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"]

  /// The variables that results depend on.
  let counted: [String: String]
  /// Those of SwiftPM, which also sees what no result may depend on.
  let ofBuilds: [String: String]
  /// Where tests find programs, on every machine: the system's folders, and last the toolchain's.
  private let path: String

  /// - Parameter names: More variables that count.
  package init(
    _ all: [String: String] = EnvironmentVariables.all, names: [String] = [],
    for workspace: Workspace, toolchain: String
  ) {
    let reaches = workspace.packages.compactMap { package in
      ManifestReach(Files.text(Path.join(workspace.root, package.manifestPath)) ?? "")
    }
    func isAny(_ name: String, of names: [String]) -> Bool {
      names.contains { Glob($0).matches(name) }
    }
    let named = reaches.flatMap(\.variables)
    let isOpen = reaches.contains(where: \.readsWholeEnvironment)
    let counted = all.filter { name, _ in
      isAny(name, of: Self.allowed + names)
        || (isOpen || named.contains(name)) && !isAny(name, of: Self.needed)
    }
    self.counted = Self.defaults.merging(counted) { $1 }
    ofBuilds = self.counted.merging(all.filter { isAny($0.key, of: Self.needed) }) { $1 }
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:\(toolchain)"
  }

  /// The variables of a test program, whose home and temporary files are its own. It has the
  /// caller's PATH only where the rules file names it, and so counts it.
  func ofTests(in folder: String) -> [String: String] {
    ["PATH": path, "HOME": "\(folder)/home", "TMPDIR": "\(folder)/t"].merging(counted) { $1 }
  }
}
