import Basics
import Console
import Core

/// The options, environment and files that a run reads before anything is made.
struct AppConfiguration: Sendable {
  let options: GlobalOptions
  let folders: XDGDirectories
  let cloudSelection: CloudSelection
  let flagLevels: FlagLevels
  let userSettings: UserSettings
  /// Identifies this installation to flags; `nil` when it cannot be kept.
  let installation: String?

  /// - Parameters:
  ///   - isRepair: Whether the run is there to find or to mend what is wrong.
  ///   - needsCloud: Whether the run is pointless without knowing which cloud is meant.
  /// - Throws: `Problem` when an option, a variable or a file cannot be used.
  init(
    _ dependency: AppDependency, options: GlobalOptions, isRepair: Bool = false,
    needsCloud: Bool = true
  ) throws(Problem) {
    self.options = options
    folders = try XDGDirectories(environment: dependency.environment)
    cloudSelection = try CloudSelection(
      options: options, environment: dependency.environment, folders: folders,
      isRepair: isRepair, needsCloud: needsCloud)
    flagLevels = try FlagLevels(
      options: options.flags, environment: dependency.environment, folders: folders,
      cloud: cloudSelection, isRepair: isRepair)
    userSettings = UserSettings(environment: dependency.environment, folders: folders)
    installation = Self.installation(folders.installation, dependency.randomBytes)
  }

  /// Returns the identifier of this installation, the targeting key of flags before a sign-in; it is
  /// created on first use. `nil` when it can be neither read nor stored: an experiment requires a
  /// lasting identifier.
  private static func installation(_ path: String, _ randomBytes: any RandomBytes) -> String? {
    func identifier(in content: [UInt8]) -> String? {
      let text = String(decoding: content, as: UTF8.self).trimmingBlanks
      return (1...64).contains(text.utf8.count) ? text : nil
    }
    let file = PrivateFile(path: path)
    if let known = (try? file.read()).flatMap(identifier) { return known }
    var made = randomBytes.makeIdentifier()
    do throws(FileError) {
      try file.update { content in
        // Another process may have made one meanwhile.
        guard let existing = content.flatMap(identifier) else { return Array(made.utf8) }
        made = existing
        return nil
      }
    } catch {
      return nil
    }
    return made
  }

  /// The stored settings that are ignored because they cannot be used.
  var problems: [Problem] {
    [cloudSelection.problem].compactMap(\.self) + flagLevels.problems + userSettings.problems
  }
}
