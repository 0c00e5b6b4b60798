public import Terminal

/// The options that every command of every program takes.
public enum CommonOptions {
  public static let output = Option(
    "output", default: OutputFormat.text, help: "Print text for people or one JSON document."
  ).shorthand("json", for: "json")
  public static let color = Option(
    "color", default: ColorChoice.auto, help: "When to use colors.")
  public static let quiet = Flag("quiet", short: "q", help: "Show no progress and no notes.")
}

/// The forms in which results are printed.
public enum OutputFormat: String, CaseIterable, CommandLineValue {
  case text, json

  public static var valueName: String { "FORMAT" }
}
