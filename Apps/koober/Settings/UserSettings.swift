import Basics
import Console
import Core
import Terminal

/// The settings that `koober config` changes, each decided by
/// its variable > the file `settings.json` in the configuration folder > on.
struct UserSettings: Sendable {
  /// The problems of places that were left aside.
  let problems: [Problem]
  /// The origin of one that cannot be understood says so.
  private let choices: [UserSetting: Setting<SettingValue>]

  /// Reads the settings; a place that cannot be used is left aside.
  init(environment: [String: String], folders: XDGDirectories) {
    var problems: [Problem] = []
    var file: [String: String] = [:]
    do throws(Problem) {
      file = try Self.file(folders).read { $0.problem }
      problems = Self.file(folders).unknown(
        in: file, known: UserSetting.allCases.map(\.rawValue), code: "unknownSetting")
    } catch {
      problems.append(error)
    }
    let isInDoubt = !problems.isEmpty
    var (choices, consequences) = ([UserSetting: Setting<SettingValue>](), [String]())
    for setting in UserSetting.allCases {
      let choice = Setting(
        variable: environment.variable(setting.variable),
        file: (folders.settings, file[setting.rawValue]), default: SettingValue.on
      ) { text, origin in
        if let value = SettingValue(rawValue: text) { return value }
        problems.append(
          Problem(
            .configuration, code: "badSetting",
            message: "\(origin): '\(text)' for \(setting.rawValue) is neither 'on' nor 'off'.",
            hint: Self.untilCorrected(setting)))
        return setting.valueInDoubt
      }
      choices[setting] = choice
      guard isInDoubt, choice.isBuiltIn else { continue }
      choices[setting] = Setting(setting.valueInDoubt, origin: "\(folders.settings), in doubt")
      if setting.valueInDoubt != .on { consequences.append(Self.untilCorrected(setting)) }
    }
    if isInDoubt, let first = problems.first {
      let hint = ([first.hint] + consequences).joined(separator: " ")
      problems[0] = Problem(first.kind, code: first.code, message: first.message, hint: hint)
    }
    (self.choices, self.problems) = (choices, problems)
  }

  subscript(setting: UserSetting) -> Setting<SettingValue> {
    choices[setting] ?? Setting(.on)
  }

  /// Keeps a setting, or with `nil` forgets it; a file that makes no sense, or that other users can
  /// change, is moved aside.
  ///
  /// - Returns: Where the file was moved to.
  static func store(
    _ value: SettingValue?, for setting: UserSetting, in folders: XDGDirectories
  ) throws(FileError) -> String? {
    try file(folders).replace(setting.rawValue, with: value?.rawValue)
  }

  private static func file(_ folders: XDGDirectories) -> ChoiceFile {
    ChoiceFile(
      path: folders.settings,
      remedy: "Correct it; 'koober config set SETTING VALUE' moves it aside.")
  }

  private static func untilCorrected(_ setting: UserSetting) -> String {
    "Until it is corrected, \(setting.rawValue) is \(setting.valueInDoubt.rawValue)."
  }
}

enum UserSetting: String, CaseIterable, CommandLineValue {
  /// Whether this installation records what experiments count.
  case experiments
  /// Whether news of the ride and the inbox ring the bell and show a notification.
  case alerts

  static var valueName: String { "SETTING" }

  var variable: String { "KOOBER_\(rawValue.uppercased())" }

  /// The value in place of one that cannot be understood: it may have been an opt-out.
  var valueInDoubt: SettingValue {
    switch self {
    case .experiments: .off
    case .alerts: .on
    }
  }
}

enum SettingValue: String, CaseIterable, Codable, CommandLineValue {
  case on, off

  static var valueName: String { "VALUE" }
}
