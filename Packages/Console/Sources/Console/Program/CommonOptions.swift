public import Core
public import Terminal

/// The options that every command of every program takes.
public enum CommonOptions {
  public static let output = Option(
    "output", default: OutputFormat.text, help: "Print text for people or one JSON document."
  ).shorthand("json", for: "json")
  public static let color = Option("color", default: ColorChoice.auto, help: "When to use colors.")
  public static let quiet = Flag("quiet", short: "q", help: "Show no progress and no notes.")
}

/// The forms in which results are printed.
public enum OutputFormat: String, CaseIterable, CommandLineValue {
  case text, json

  public static var valueName: String { "FORMAT" }
}

extension ValueKind<Location> {
  /// `LAT,LON` in degrees.
  public static var location: ValueKind {
    ValueKind(valueName: "LAT,LON", format: \.description) { argument throws(InvalidValueError) in
      do throws(LocationError) {
        return try Location(parsing: argument)
      } catch {
        throw InvalidValueError(error.description)
      }
    }
  }
}

extension HelpEntry {
  /// The variables that all of Koober's programs read.
  public static let commonVariables = [
    HelpEntry(
      "KOOBER_HOME", "The folder of everything that Koober keeps, instead of the XDG folders."),
    HelpEntry("XDG_CONFIG_HOME", "The folder of choices; ~/.config without it."),
    HelpEntry("XDG_DATA_HOME", "The folder of the embedded cloud; ~/.local/share without it."),
    HelpEntry("XDG_STATE_HOME", "The folder of the session; ~/.local/state without it."),
    HelpEntry("XDG_CACHE_HOME", "The folder of copies; ~/.cache without it."),
    HelpEntry(
      "KOOBER_ACCESSIBLE", "Set to 1 for plain lines without animation; ACCESSIBLE without it."),
    HelpEntry("CI", "Set to true where nothing may be asked."),
    HelpEntry("NO_COLOR", "Set to anything for no colors."),
    HelpEntry("CLICOLOR_FORCE", "Set to 1 for colors in pipes and files too."),
    HelpEntry("TERM", "The terminal's type; 'dumb' for no colors and no screens."),
  ]
}
