public import Terminal

extension EnvironmentVariable {
  /// The variables that all of Koober's programs read.
  public static let common = [
    EnvironmentVariable(
      "KOOBER_HOME", "The folder of everything that Koober keeps, instead of the XDG folders."),
    EnvironmentVariable("XDG_CONFIG_HOME", "The folder of choices; ~/.config without it."),
    EnvironmentVariable(
      "XDG_DATA_HOME", "The folder of the embedded cloud; ~/.local/share without it."),
    EnvironmentVariable("XDG_STATE_HOME", "The folder of the session; ~/.local/state without it."),
    EnvironmentVariable("XDG_CACHE_HOME", "The folder of copies; ~/.cache without it."),
    EnvironmentVariable(
      "KOOBER_ACCESSIBLE", "Set to 1 for plain lines without animation; ACCESSIBLE without it."),
    EnvironmentVariable("CI", "Set to true where nothing may be asked."),
    EnvironmentVariable("NO_COLOR", "Set to anything for no colors."),
    EnvironmentVariable("CLICOLOR_FORCE", "Set to 1 for colors in pipes and files too."),
    EnvironmentVariable("TERM", "The terminal's type; 'dumb' for no colors and no screens."),
  ]
}
