import BasicsTesting
import Basics
import Testing

/// The completion scripts in the shells that they are written for.
struct CompletionScriptTests {
  @Test(arguments: [
    ("terminal-preview fr", "fr", ["friend"]),
    ("terminal-preview friend --name A", "A", [#"Ann\ Stone"#]),
    ("terminal-preview friend --name 'ann", "ann", ["Ann Stone"]),
    ("terminal-preview table --color=al", "al", ["always"]),
    ("terminal-preview completions ", "", ["bash", "zsh", "fish"]),
    ("terminal-preview nonsense ", "", []),
  ])
  func `bash offers what fits`(line: String, replaced: String, replies: [String]) throws {
    let result = try Script.run(
      #"""
      source <("$preview" completions bash)
      COMP_LINE=$line COMP_POINT=${#line}
      _terminal_preview "$preview" "$replaced"
      printf '%s\n' "${COMPREPLY[@]}"
      """#, environment: ["line": line, "replaced": replaced])

    #expect(result.error.isEmpty)
    #expect(result.output.split(separator: "\n").map(String.init) == replies)
  }

  @Test func `bash completes in a terminal`() async throws {
    try await completeInTerminal(
      ["bash", "--norc", "--noprofile", "-i"],
      setUp: "source <(terminal-preview completions bash)")
  }

  @Test(.enabled(if: try hasShell("zsh"), "zsh is not installed: apt-get install zsh"))
  func `zsh completes in a terminal`() async throws {
    try await completeInTerminal(
      ["zsh", "-f", "-i"],
      setUp: "autoload -Uz compinit; compinit -u -D; source <(terminal-preview completions zsh)")
  }

  private func completeInTerminal(_ shell: [String], setUp: String) async throws {
    let terminal = try PseudoTerminal(columns: 200)
    let child = try terminal.start(shell)
    terminal.type("PATH=$PATH:\(Preview.folder); \(setUp); echo read\\y\n")
    try terminal.expect("ready\r\n")

    terminal.type("terminal-preview fri\t--na\tan\t\n")
    try terminal.expect("Hello, Ann Stone.")
    terminal.type("terminal-preview friend --name 'an\t\n")
    try terminal.expect("Hello, Ann Stone.")

    terminal.type("exit\n")
    #expect(await child.end().code == 0)
  }

  @Test(.enabled(if: try hasShell("fish"), "fish is not installed: apt-get install fish"))
  func `fish offers what fits`() throws {
    let result = try Script.run(
      #"""
      set -x PATH $PATH (dirname $preview)
      terminal-preview completions fish | source
      complete -C 'terminal-preview friend --name an'
      complete -C 'terminal-preview fr'
      """#, shell: ["fish", "--no-config", "-c"])

    #expect(result.output == "Ann Stone\ta friend\nfriend\tName a friend.\n")
  }

  private static func hasShell(_ name: String) throws -> Bool {
    try Script.run("command -v \(name)").status == 0
  }
}
