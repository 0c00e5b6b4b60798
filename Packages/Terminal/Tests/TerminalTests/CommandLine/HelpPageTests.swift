import Terminal
import TerminalTesting
import Testing

struct HelpPageTests {
  private let tree = SampleProgram.tree()

  @Test func `The help of a command is made from its declarations`() {
    #expect(
      tree.text(of: .help(["search"]), width: 72) == """
        Search places by name.

        Usage:
          sample search QUERY [options]

        Accents and case do not matter.

        Arguments:
          QUERY                           What to look for.

        Options:
              --near LAT,LON              Where to begin.
          -n, --limit N                   How many to print. (between 1 and 100;
                                          default: 20)

        Options of every command:
          --output FORMAT, --json, --flag TEXT, --quiet, --help, --version;
          'sample help' explains them.

        Examples:
          sample search 'opera house' --limit 3
              Print three places.

        """)
  }

  @Test func `The usage line names what is required`() {
    let request = tree.text(of: .help(["ride", "request"]), width: 100)
    let share = tree.text(of: .help(["share"]), width: 100)

    #expect(request.contains("sample ride request --email TEXT --phone NUMBER [options]\n"))
    #expect(share.contains("sample share --with TEXT... [TEXT...] [options]\n"))
  }

  @Test func `A group lists its commands`() {
    let help = tree.text(of: .help(["ride"]), width: 80)

    #expect(help.contains("Usage:\n  sample ride COMMAND [options]\n"))
    #expect(help.contains("\n  cancel                          Cancel the ride.\n"))
    #expect(help.hasSuffix("Run 'sample help ride COMMAND' for more about a command.\n"))
  }

  @Test(arguments: [40, 60, 80, 200])
  func `No line is wider than asked`(width: Int) {
    for (path, _) in tree.allCommands {
      for line in tree.text(of: .help(path), width: width).split(separator: "\n")
      where !line.contains("sample ") {
        #expect(String(line).displayWidth <= width, "\(line)")
      }
    }
  }

  @Test func `The help of the program lists its environment variables`() {
    let row =
      "Environment:\n  SAMPLE_HOME                     The folder of everything it stores.\n"

    #expect(tree.text(of: .help([]), width: 80).contains(row))
    #expect(!tree.text(of: .help(["search"]), width: 80).contains("SAMPLE_HOME"))
  }

  @Test func `The table of exit statuses is aligned`() {
    #expect(tree.text(of: .exitStatuses, width: 80) == " 0  done\n64  usage\n")
  }

  @Test func `The version is one line`() {
    #expect(tree.text(of: .version, width: 80) == "sample 1.2.3\n")
  }

  @Test func `Every example of the help parses`() {
    for (_, command) in tree.allCommands {
      for example in command.examples {
        if case .usageError(let error) = tree.parse(example.arguments).request {
          Issue.record("\(example.commandLine): \(error)")
        }
      }
    }
  }
}
