import Commands
import Core
import Terminal

extension ConfigCommands {
  static let list = Command<CommandContext>(
    "list", summary: "List each setting with its value and where it comes from.",
    discussion: """
      An option comes before a variable of the environment, that before a file, that before what is \
      built in. 'koober flags list' says the same of the flags.
      """,
    examples: [
      CommandExample("koober config list --json", "List them as JSON."),
      CommandExample("koober config list --cloud embedded", "See what an option changes."),
    ]
  ) { _, context in
    let settings = context.container.settings
    try context.print(["settings": settings]) {
      try context.terminal.write(
        Table(
          columns: [
            Table.Column("Setting", priority: 2, isWhole: true),
            Table.Column("Value", priority: 1, isWhole: true), Table.Column("Comes from"),
          ],
          rows: settings.map { [Styled($0.name), Styled($0.value), Styled($0.origin)] }))
    }
  }
}

/// One setting of a run.
struct SettingEntry: Encodable {
  let name: String
  let value: String
  /// The option, the variable or the file that says so; "built-in" without one.
  let origin: String
}

extension UserSettings {
  var entries: [SettingEntry] {
    Setting.allCases.map {
      SettingEntry(name: $0.rawValue, value: self[$0].value.rawValue, origin: self[$0].origin)
    }
  }
}

extension AppContainer {
  fileprivate var settings: [SettingEntry] {
    let cloud = cloudSelection
    let (address, origin) =
      cloud.isKnown ? (cloud.choice.argument, cloud.origin) : ("not known", folders.cloudChoice)
    return [
      SettingEntry(name: "cloud", value: address, origin: origin),
      setting(
        "cloud-ca", option: options.cloudAuthority, variable: "KOOBER_CLOUD_CA",
        other: cloud.certificateAuthority.map { ($0, folders.cloudChoice) } ?? ("", "built-in")),
      setting(
        "insecure-http", option: options.allowsInsecureHTTP ? "yes" : nil,
        variable: "KOOBER_INSECURE_HTTP", other: ("no", "built-in")),
      setting(
        "timeout", option: options.timeout.map { "\($0 / .seconds(1)) s" },
        other: ("none", "built-in")),
      setting(
        "output", option: options.output == .json ? "json" : nil, other: ("text", "built-in")),
      setting(
        "color", option: options.color == .auto ? nil : options.color.argument,
        other: colorOfEnvironment),
    ] + userSettings.entries + [
      setting("quiet", option: options.isQuiet ? "yes" : nil, other: ("no", "built-in")),
      setting("verbose", option: options.isVerbose ? "yes" : nil, other: ("no", "built-in")),
      setting(
        "accessible", variable: "KOOBER_ACCESSIBLE",
        other: variable("ACCESSIBLE").map { ($0, "ACCESSIBLE") } ?? ("no", "built-in")),
      folder("settings folder", folders.config, "XDG_CONFIG_HOME"),
      folder("data folder", folders.data, "XDG_DATA_HOME"),
      folder("state folder", folders.state, "XDG_STATE_HOME"),
      folder("cache folder", folders.cache, "XDG_CACHE_HOME"),
    ]
  }

  private func variable(_ name: String) -> String? {
    dependency.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func setting(
    _ name: String, option: String? = nil, variable key: String = "",
    other: (value: String, origin: String)
  ) -> SettingEntry {
    if let option { return SettingEntry(name: name, value: option, origin: "--\(name)") }
    if let value = variable(key) { return SettingEntry(name: name, value: value, origin: key) }
    return SettingEntry(name: name, value: other.value, origin: other.origin)
  }

  private var colorOfEnvironment: (value: String, origin: String) {
    if variable("NO_COLOR") != nil { return ("never", "NO_COLOR") }
    if let force = variable("CLICOLOR_FORCE"), force != "0" { return ("always", "CLICOLOR_FORCE") }
    return ("auto", "built-in")
  }

  private func folder(_ name: String, _ path: String, _ key: String) -> SettingEntry {
    let isSet = variable(key)?.hasPrefix("/") == true
    let origin = variable("KOOBER_HOME") != nil ? "KOOBER_HOME" : isSet ? key : "built-in"
    return SettingEntry(name: name, value: path, origin: origin)
  }
}
