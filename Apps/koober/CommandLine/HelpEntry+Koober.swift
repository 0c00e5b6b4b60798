import Terminal

extension HelpEntry {
  /// The variables that only `koober` reads.
  static let kooberVariables = [
    HelpEntry("KOOBER_CLOUD", "The cloud to use: 'embedded' or its address."),
    HelpEntry(
      "KOOBER_CLOUD_CA", "A file with the certificates to trust, in PEM form; ignored if empty."),
    HelpEntry(
      "KOOBER_INSECURE_HTTP", "Set to 1 to allow http to another machine, as --insecure-http does."),
    HelpEntry("KOOBER_OSRM", "The address of OSRM, which plans the embedded cloud's routes."),
    HelpEntry("KOOBER_EXPERIMENTS", "'off' records nothing for experiments; see 'koober config'."),
    HelpEntry("KOOBER_ALERTS", "'off' keeps the bell quiet; see 'koober config'."),
    HelpEntry("KOOBER_FLAGS", "Variants of flags: KEY=VARIANT,KEY=VARIANT."),
  ]

  /// The files of `koober` without `KOOBER_HOME`.
  static let kooberFiles = [
    HelpEntry("$XDG_CONFIG_HOME/koober/cloud.json", "The chosen cloud."),
    HelpEntry("$XDG_CONFIG_HOME/koober/location.json", "The rider's location."),
    HelpEntry("$XDG_CONFIG_HOME/koober/flags.json", "The chosen variants of flags."),
    HelpEntry("$XDG_CONFIG_HOME/koober/settings.json", "The settings of 'koober config'."),
    HelpEntry("$XDG_DATA_HOME/koober/places.json", "The places that riders have named."),
    HelpEntry("$XDG_DATA_HOME/koober/cloud/", "The embedded cloud and its flags."),
    HelpEntry(
      "$XDG_STATE_HOME/koober/session/", "The session of each cloud; only its owner reads it."),
    HelpEntry("$XDG_STATE_HOME/koober/installation", "A random identifier of this installation."),
    HelpEntry(
      "$XDG_STATE_HOME/koober/experiment-events*.jsonl", "Events that a cloud does not have yet."),
    HelpEntry("$XDG_CACHE_HOME/koober/clouds/", "Copies of the flags of clouds."),
  ]

  /// The keys of the application; each screen names those that it has.
  static let kooberKeys = [
    HelpEntry("Up, Down, Home, End, PageUp, PageDown", "Move in a list."),
    HelpEntry("Letters", "Narrow a list, or do what the screen's last lines say."),
    HelpEntry("Enter", "Choose, go on, or send."),
    HelpEntry("Tab, Shift-Tab", "Go to the next or the last field."),
    HelpEntry("Esc", "Go back; on the first screen, quit."),
    HelpEntry("f, i, r", "Friends, inbox and rides, where no text is typed."),
    HelpEntry("s, c", "Share or cancel the ride that is shown."),
    HelpEntry("Ctrl-P", "Your profile."), HelpEntry("Ctrl-R", "Try again, or ask anew."),
    HelpEntry("q", "Quit, where no text is typed."),
    HelpEntry("Ctrl-C, Ctrl-Z", "Quit or stop from everywhere; 'fg' goes on."),
  ]
}
