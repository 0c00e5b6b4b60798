import Terminal

extension EnvironmentVariable {
  /// The variables that only `koober` reads.
  static let koober = [
    EnvironmentVariable("KOOBER_CLOUD", "The cloud to use: 'embedded' or its address."),
    EnvironmentVariable(
      "KOOBER_CLOUD_CA", "A file with the certificates to trust, in PEM form; ignored if empty."),
    EnvironmentVariable(
      "KOOBER_INSECURE_HTTP", "Set to 1 to allow http to another machine, as --insecure-http does."),
    EnvironmentVariable(
      "KOOBER_EXPERIMENTS", "'off' records nothing for experiments; see 'koober config'."),
    EnvironmentVariable(
      "KOOBER_ALERTS", "'off' keeps the bell quiet; see 'koober config'."),
    EnvironmentVariable("KOOBER_FLAGS", "Variants of flags: KEY=VARIANT,KEY=VARIANT."),
  ]
}

extension ProgramFile {
  /// The files of `koober` without `KOOBER_HOME`.
  static let koober = [
    ProgramFile("$XDG_CONFIG_HOME/koober/cloud.json", "The chosen cloud."),
    ProgramFile("$XDG_CONFIG_HOME/koober/location.json", "The rider's location."),
    ProgramFile("$XDG_CONFIG_HOME/koober/flags.json", "The chosen variants of flags."),
    ProgramFile("$XDG_CONFIG_HOME/koober/settings.json", "The settings of 'koober config'."),
    ProgramFile("$XDG_DATA_HOME/koober/places.json", "The places that riders have named."),
    ProgramFile("$XDG_DATA_HOME/koober/cloud/", "The embedded cloud and its flags."),
    ProgramFile(
      "$XDG_STATE_HOME/koober/session/", "The session of each cloud; only its owner reads it."),
    ProgramFile("$XDG_STATE_HOME/koober/installation", "A random identifier of this installation."),
    ProgramFile(
      "$XDG_STATE_HOME/koober/experiment-events*.jsonl", "Events that a cloud does not have yet."),
    ProgramFile("$XDG_CACHE_HOME/koober/clouds/", "Copies of the flags of clouds."),
  ]
}

extension ProgramKey {
  /// The keys of the application; each screen names those that it has.
  static let koober = [
    ProgramKey("Up, Down, Home, End, PageUp, PageDown", "Move in a list."),
    ProgramKey("Letters", "Narrow a list, or do what the screen's last lines say."),
    ProgramKey("Enter", "Choose, go on, or send."),
    ProgramKey("Tab, Shift-Tab", "Go to the next or the last field."),
    ProgramKey("Esc", "Go back; on the first screen, quit."),
    ProgramKey("f, i, r", "Friends, inbox and rides, where no text is typed."),
    ProgramKey("s, c", "Share or cancel the ride that is shown."),
    ProgramKey("Ctrl-P", "Your profile."), ProgramKey("Ctrl-R", "Try again, or ask anew."),
    ProgramKey("q", "Quit, where no text is typed."),
    ProgramKey("Ctrl-C, Ctrl-Z", "Quit or stop from everywhere; 'fg' goes on."),
  ]
}
