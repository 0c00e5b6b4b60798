import Basics
import Console
import Core
import Terminal

/// The settings that `koober config` changes, each decided by
/// its variable > the file `settings.json` in the configuration folder > on.
struct UserSettings: Sendable {
  /// The value of a setting and its origin.
  struct Choice: Sendable {
    let value: SettingValue
    /// The variable or the file, in doubt where it cannot be understood; "built-in" where nothing
    /// says so.
    let origin: String
  }

  /// The problems of places that were left aside.
  let problems: [Problem]
  private let choices: [Setting: Choice]

  /// Reads the settings; a place that cannot be used is left aside.
  init(environment: [String: String], folders: XDGDirectories) {
    var (choices, problems) = ([Setting: Choice](), [Problem]())
    var file: [String: String] = [:]
    do throws(Problem) {
      file = try Self.file(folders).read { $0.problem }
      problems = Self.file(folders).unknown(
        in: file, known: Setting.allCases.map(\.rawValue), code: "unknownSetting")
    } catch {
      problems.append(error)
    }
    let isInDoubt = !problems.isEmpty
    var consequences: [String] = []
    for setting in Setting.allCases {
      let variable = environment[setting.variable].flatMap { $0.isEmpty ? nil : $0 }
      let (origin, text) =
        variable.map { (setting.variable, $0) } ?? (folders.settings, file[setting.rawValue])
      if let text {
        let value = SettingValue(rawValue: text)
        if value == nil {
          problems.append(
            Problem(
              .configuration, code: "badSetting",
              message: "\(origin): '\(text)' for \(setting.rawValue) is neither 'on' nor 'off'.",
              hint: Self.untilCorrected(setting)))
        }
        choices[setting] = Choice(value: value ?? setting.valueInDoubt, origin: origin)
      } else if isInDoubt {
        choices[setting] = Choice(value: setting.valueInDoubt, origin: "\(origin), in doubt")
        if setting.valueInDoubt != .on { consequences.append(Self.untilCorrected(setting)) }
      }
    }
    if isInDoubt, let first = problems.first {
      let hint = ([first.hint] + consequences).joined(separator: " ")
      problems[0] = Problem(first.kind, code: first.code, message: first.message, hint: hint)
    }
    (self.choices, self.problems) = (choices, problems)
  }

  subscript(setting: Setting) -> Choice {
    choices[setting] ?? Choice(value: .on, origin: "built-in")
  }

  /// Keeps a setting, or with `nil` forgets it; a file that makes no sense, or that other users can
  /// change, is moved aside.
  ///
  /// - Returns: Where the file was moved to.
  static func store(
    _ value: SettingValue?, for setting: Setting, in folders: XDGDirectories
  ) throws(FileError) -> String? {
    try file(folders).replace(setting.rawValue, with: value?.rawValue)
  }

  private static func file(_ folders: XDGDirectories) -> ChoiceFile {
    ChoiceFile(
      path: folders.settings,
      remedy: "Correct it; 'koober config set SETTING VALUE' moves it aside.")
  }

  private static func untilCorrected(_ setting: Setting) -> String {
    "Until it is corrected, \(setting.rawValue) is \(setting.valueInDoubt.rawValue)."
  }
}

enum Setting: String, CaseIterable, CommandLineValue {
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
