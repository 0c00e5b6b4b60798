extension CommandTree {
  /// The first word of the hidden command with which completion scripts call the program back.
  static var completionCallback: String { "__complete" }

  /// The topic of `help` that prints the table of exit statuses.
  static var exitStatusTopic: String { "exit-codes" }

  static var helpTopic: Argument<[String]> {
    Argument("COMMAND", help: "The command to explain, or \(exitStatusTopic).")
  }

  static var shell: Argument<Shell> {
    Argument("SHELL", help: "The shell to write completions for.")
  }

  static func builtins(program: String) -> [Command<Context>] {
    [help(program), completions(program), manualPage(program)]
  }

  private static func help(_ program: String) -> Command<Context> {
    Command(
      "help", "Explain a command, or the exit statuses.",
      .init(
        examples: {
          [
            CommandExample("\(program) help", "List the commands."),
            CommandExample("\(program) help \(exitStatusTopic)", "Print the exit statuses."),
          ]
        }, parameters: { [helpTopic] }), builtin: .help)
  }

  private static func completions(_ program: String) -> Command<Context> {
    Command(
      "completions", "Print the completion script of a shell.",
      .init(
        discussion: {
          """
          For bash: source <(\(program) completions bash). For zsh: write the script to a file \
          named _\(program) in a folder of $fpath. For fish: \(program) completions fish | source.
          """
        },
        examples: {
          [CommandExample("\(program) completions bash", "Print the script for bash.")]
        }, parameters: { [shell] }), builtin: .completions)
  }

  private static func manualPage(_ program: String) -> Command<Context> {
    Command(
      "man", "Print the manual page.",
      .init(
        discussion: { "To read it: \(program) man | man -l -." },
        examples: { [CommandExample("\(program) man", "Print the manual page's source.")] }),
      builtin: .manualPage)
  }
}
