import BasicsTesting
import Basics
import Glibc
import Testing

/// Values that would run a command, if a shell took more than their characters from them.
struct HostileCompletionTests {
  /// Every name begins with a different letter, so that each is completed from two letters.
  private static let names = [
    "ZA$(touch pwned) Quay", "ZB`touch pwned`", "ZC\"; touch pwned; \"", "ZD'; touch pwned; '",
    #"ZE\"#, #"ZF\$(touch pwned)"#, "ZG!!", "ZH!x\"", "ZI$HOME", "ZJ&touch pwned&",
    "ZK|touch pwned",
    "ZL>pwned", "ZM*?[a]{b,c}~#", "ZN\u{0D4E}`touch pwned`", "ZO\"", "ZP'", "ZQ\"'!'\"", "ZR a  b",
    "ZS@x:y=z", "ZT (é)", "ZU\u{0D4E}\"$(touch pwned)", "ZV\\!", "ZW%s^x^y", "ZX$'\\x41'",
  ]

  /// Each loads the completions and sets a prompt, which tells that the shell is ready.
  private static let shells: [(arguments: [String], setUp: String)] = [
    (
      ["bash", "--norc", "--noprofile", "-i"],
      "source <(terminal-preview completions bash); PS1='now''> '"
    ),
    (
      ["zsh", "-f", "-i"],
      "autoload -Uz compinit; compinit -u -D; source <(terminal-preview completions zsh); "
        + "PS1='now''> '"
    ),
    (
      ["fish", "--no-config", "-i"],
      "terminal-preview completions fish | source; "
        + "function fish_prompt; echo -n 'now''> '; end"
    ),
  ]

  @Test(arguments: shells.filter { hasProgram($0.arguments[0]) }.map(\.arguments[0]))
  func `A completed value reaches the program unchanged`(shell: String) async throws {
    let (arguments, setUp) = try #require(Self.shells.first { $0.arguments[0] == shell })
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(columns: 400)
    let child = try terminal.start(
      ["env", "PATH=/usr/local/bin:/usr/bin:/bin:\(Preview.folder)"] + arguments,
      environment: ["TERMINAL_PREVIEW_NAMES": Self.names.joined(separator: "\u{1E}")])
    terminal.type("cd \(folder.path); \(setUp)\n")

    for start in ["--name ", "--name \"", "--name '", "--name=", "--name Z\"", "--name=\""] {
      for name in Self.names {
        let typed = start.hasPrefix("--name Z") ? name.prefix(2).dropFirst() : name.prefix(2)
        try terminal.expect("now> ")
        terminal.type("terminal-preview friend \(start)\(typed)\t\n")
        try terminal.expect("Hello, \(name).\r\n")
      }
    }

    terminal.type("exit\n")
    #expect(await child.end().code == 0)
    #expect(!Files.exists(folder.path(of: "pwned")))
  }

  private static func hasProgram(_ name: String) -> Bool {
    ["/usr/local/bin/", "/usr/bin/", "/bin/"].contains { access($0 + name, X_OK) == 0 }
  }
}
