import Basics
import Commands
import Core
import FoundationEssentials
import Terminal

/// Whether this installation takes part in experiments, and the source of that choice:
/// `KOOBER_EXPERIMENTS` > the file `settings.json` in the configuration folder > on.
struct ExperimentChoice: Sendable {
  private struct Settings: Codable {
    var experiments: SettingValue?
  }

  let value: SettingValue
  /// Where the choice was made; "built-in" when it was made nowhere.
  let origin: String

  /// Looks for the choice.
  ///
  /// - Throws: ``Problem`` when a place holds something that is no choice.
  init(environment: [String: String], folders: XDGDirectories) throws(Problem) {
    if let text = environment["KOOBER_EXPERIMENTS"], !text.isEmpty {
      guard let value = SettingValue(rawValue: text) else {
        throw Problem(
          .configuration, code: "badSetting",
          message: "KOOBER_EXPERIMENTS is '\(text)', which is neither 'on' nor 'off'.",
          hint: "Correct it, or unset it.")
      }
      self.value = value
      origin = "KOOBER_EXPERIMENTS"
      return
    }
    let stored: SettingValue?
    do throws(FileError) {
      stored = try Self.settings(folders).experiments
    } catch {
      throw error.problem
    }
    value = stored ?? .on
    origin = stored == nil ? "built-in" : "user"
  }

  /// Keeps a choice.
  static func store(_ value: SettingValue, in folders: XDGDirectories) throws(FileError) {
    let file = PrivateFile(path: folders.settings, followsLinks: true)
    let text = "{\n  \"experiments\": \"\(value.rawValue)\"\n}\n"
    try file.write(Array(text.utf8))
  }

  private static func settings(_ folders: XDGDirectories) throws(FileError) -> Settings {
    guard let content = try PrivateFile(path: folders.settings, followsLinks: true).read() else {
      return Settings()
    }
    do {
      return try JSONCoding.decode(Settings.self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: folders.settings, reason: "there are no settings in it",
        remedy: #"Write {"experiments": "off"}, or delete it."#)
    }
  }
}

/// The value of a setting.
enum SettingValue: String, CaseIterable, Codable, CommandLineValue {
  case on, off

  static var valueName: String { "VALUE" }
}
