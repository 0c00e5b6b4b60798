import Basics
import Commands
import Core
import Terminal

/// Commands for the settings that last.
enum ConfigCommands {
  private static let setting = Argument(
    "SETTING", kind: .oneOf(["experiments"], named: "SETTING"), help: "The setting: experiments.")
  private static let value = Argument<SettingValue>("VALUE", help: "on or off.")

  static let config = Command<CommandContext>(
    "config", summary: "Show and change settings.",
    discussion: """
      'experiments' says whether this installation records which variants of flags a rider meets and \
      what the rider does then: 'on' unless it is switched off. KOOBER_EXPERIMENTS wins over it. \
      Flags choose variants all the same.
      """,
    examples: [
      CommandExample("koober config list", "List each setting, and where it comes from."),
      CommandExample("koober config set experiments off", "Record nothing for experiments."),
    ],
    subcommands: [list, show, set])

  private static let show = Command<CommandContext>(
    "show", summary: "Show the settings that 'set' changes.",
    examples: [CommandExample("koober config show", "Show them.")]
  ) { _, context in
    let choice = context.container.experimentChoice
    let document = ConfigDocument(experiments: choice.value, decidedBy: choice.origin)
    try context.print(document) {
      try context.terminal.write(
        KeyValueList([("experiments", Styled("\(choice.value.rawValue) (\(choice.origin))"))]))
    }
  }

  private static let set = Command<CommandContext>(
    "set", summary: "Change a setting; it holds from the next command on.",
    examples: [CommandExample("koober config set experiments on", "Take part again.")],
    parameters: [setting, value]
  ) { values, context in
    try ExperimentChoice.store(values[value], in: context.container.folders)
    if values[value] == .off { try context.container.experimentEvents.forget() }
    try context.print(ConfigDocument(experiments: values[value], decidedBy: "user")) {
      try context.terminal.writeLine("experiments is \(values[value].rawValue) from now on.")
    }
  }
}

private struct ConfigDocument: Encodable {
  let experiments: SettingValue
  let decidedBy: String
}
