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
    let help = Command<Context>(
      "help", summary: "Explain a command, or the exit statuses.",
      examples: [
        CommandExample("\(program) help", "List the commands."),
        CommandExample("\(program) help \(exitStatusTopic)", "Print the exit statuses."),
      ],
      parameters: [helpTopic], builtin: .help)
    let completions = Command<Context>(
      "completions", summary: "Print the completion script of a shell.",
      discussion: """
        For bash: source <(\(program) completions bash). For zsh: write the script to a file \
        named _\(program) in a folder of $fpath. For fish: \(program) completions fish | source.
        """,
      examples: [CommandExample("\(program) completions bash", "Print the script for bash.")],
      parameters: [shell], builtin: .completions)
    let manualPage = Command<Context>(
      "man", summary: "Print the manual page.",
      discussion: "To read it: \(program) man | man -l -.",
      examples: [CommandExample("\(program) man", "Print the manual page's source.")],
      builtin: .manualPage)
    return [help, completions, manualPage]
  }
}

extension CommandTree {
  /// The text of a page, with a line break at its end.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - width: The columns that help is wrapped to; scripts and the manual ignore it.
  public func text(of page: CommandPage, width: Int) -> String {
    switch page {
    case .help(let path): help(for: path, width: width)
    case .version: "\(name) \(version)\n"
    case .exitStatuses: exitStatusTable
    case .completionScript(let shell):
      CompletionScript.text(for: shell, program: name, callback: Self.completionCallback)
    case .manualPage: ManualPage(tree: self).text
    }
  }

  /// The help of a command by its path below the program; of the nearest one if it has none.
  public func help(for path: [String], width: Int) -> String {
    HelpPage(tree: self, path: path, width: width).text
  }

  /// One line per exit status: the number, two spaces, the meaning.
  private var exitStatusTable: String {
    let digits = exitStatuses.map { String($0.code).count }.max() ?? 0
    return exitStatuses.map { status in
      let code = String(status.code)
      let padding = String(repeating: " ", count: digits - code.count)
      return "\(padding)\(code)  \(status.meaning)\n"
    }.joined()
  }
}
