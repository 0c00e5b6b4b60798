package import Basics
import Synchronization

/// Where this process, and all that it starts, keep temporary files.
package enum TemporaryFiles {
  /// Where they would be otherwise; `nil` when they are there.
  private static let shared = Mutex<String?>(nil)

  /// Makes a folder for them, which the caller removes: SwiftPM, compilers and tests leave files.
  /// Has to be called before other threads exist: they share the environment.
  package static func keepTogether() -> TemporaryFolder? {
    guard let folder = try? TemporaryFolder() else { return nil }
    shared.withLock { $0 = Basics.Files.temporaryFolder }
    EnvironmentVariables.set("TMPDIR", to: folder.path)
    return folder
  }

  /// Lets SwiftPM find its lock of a build folder, a file named after it, where others find it, too:
  /// without it a `swift build` that is started meanwhile would not wait.
  static func shareLock(ofScratch folder: String) {
    guard let shared = shared.withLock({ $0 }) else { return }
    let name = (Files.realPath(folder) ?? folder).replacing("/", with: "_") + ".lock"
    let link = "\(Basics.Files.temporaryFolder)/\(name)"
    // Without a link there is only no waiting.
    if Files.linkTarget(link) == nil { _ = try? Tool.run("ln", ["-s", "\(shared)/\(name)", link]) }
  }
}
