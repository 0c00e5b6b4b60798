import Terminal

extension SampleProgram {
  typealias Tree = CommandTree<SampleProgram>

  /// The program's declarations; `run` is what it does without a command.
  static func tree(run action: Command<SampleProgram>.Action? = nil) -> Tree {
    CommandTree(
      name: "sample", version: "1.2.3", date: "2025-03-04", summary: "A program to try things on.",
      discussion: "It shows how a tree of commands is declared.\n\nIt does nothing else.",
      examples: [CommandExample("sample search opera", "Look for the opera.")],
      globalOptions: [output, overrides, quiet],
      environment: [HelpEntry("SAMPLE_HOME", "The folder of everything it stores.")],
      files: [HelpEntry("$SAMPLE_HOME/places", "The places.")],
      exitStatuses: [ExitStatus(0, "done"), ExitStatus(64, "usage")],
      synonyms: ["bid": "request"], commands: [search, ride, share, importFile, move], run: action)
  }

  private static let search = Command<SampleProgram>(
    "search", summary: "Search places by name.",
    discussion: "Accents and case do not matter.",
    examples: [CommandExample("sample search 'opera house' --limit 3", "Print three places.")],
    parameters: [query, near, limit]
  ) { values, program in
    program.record("search \(values[query]) \(values[limit]) \(values[near]?.argument ?? "-")")
  }

  private static let ride = Command<SampleProgram>(
    "ride", summary: "Ask for a ride.",
    examples: [CommandExample("sample ride request --email a@b.example --phone 1", "Ask.")],
    subcommands: [
      Command(
        "request", summary: "Request a ride.",
        examples: [CommandExample("sample ride request --email a@b.example --phone 1", "Ask.")],
        parameters: [email, phone, yes, dryRun]
      ) { values, program in
        program.record("request \(values[email]) \(values[yes]) \(values[dryRun])")
      },
      Command(
        "cancel", summary: "Cancel the ride.",
        examples: [CommandExample("sample ride cancel --yes", "Cancel at once.")],
        parameters: [yes]
      ) { values, program in program.record("cancel \(values[yes])") },
    ])

  private static let share = Command<SampleProgram>(
    "share", summary: "Share a text.",
    examples: [CommandExample("sample share hello --with ann@koober.example", "Say hello.")],
    parameters: [words, friends]
  ) { values, program in
    program.record("share \(values[words].joined(separator: " ")) \(values[friends])")
  }

  private static let importFile = Command<SampleProgram>(
    "import", summary: "Read a file.",
    examples: [CommandExample("sample import places.csv", "Read places.")], parameters: [file]
  ) { values, program in program.record("import \(values[file])") }

  private static let move = Command<SampleProgram>(
    "move", summary: "Move to a point.",
    examples: [CommandExample("sample move -33.86,151.21", "Move to Sydney.")],
    parameters: [point]
  ) { values, program in program.record("move \(values[point].argument)") }
}
