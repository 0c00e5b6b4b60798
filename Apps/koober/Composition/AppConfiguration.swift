import Commands
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
    installation = InstallationID(path: folders.installation, randomBytes: dependency.randomBytes)
      .identifier()
  }

  /// The stored settings that are ignored because they cannot be used.
  var problems: [Problem] {
    [cloudSelection.problem].compactMap { $0 } + flagLevels.problems + userSettings.problems
  }
}
