import Testing

@testable import Terminal

struct CommandTreeCompletionTests {
  private let tree = SampleProgram.tree()

  @Test(arguments: [
    ([""], ["search", "ride", "share", "import", "move", "help", "completions", "man"]),
    (["ri"], ["ride"]),
    (["ride", ""], ["request", "cancel"]),
    (["--json", "ride", "c"], ["cancel"]),
    (["search", "--li"], ["--limit"]),
    (["search", "--limit", "3", "--li"], []),
    (["--flag", "a=1", "search", "--fl"], ["--flag"]),
    (["search", "--output", ""], ["text", "json"]),
    (["search", "--output=j"], ["--output=json"]),
    (["search", "--", "--li"], []),
    (["share", "--with", "an"], ["ann@koober.example"]),
    (["share", "--with", "bob"], ["Bob Stone"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
    (["help", "ri"], ["ride"]),
    (["help", "e"], ["exit-codes"]),
    (["help", "ride", ""], ["request", "cancel"]),
    (["search", "opera", ""], []),
  ])
  func `The shell is offered what fits`(words: [String], values: [String]) async {
    let candidates = await tree.candidates(for: CompletionRequest(shell: .zsh, words: words))

    #expect(candidates?.map(\.value) == values)
  }

  @Test func `Where a file is wanted the shell completes files`() async {
    let request = CompletionRequest(shell: .fish, words: ["import", "p"])

    #expect(await tree.completions(for: request) == "files\n")
  }

  @Test func `A provider receives the typed text`() async {
    let request = CompletionRequest(shell: .zsh, words: ["share", "--with=a"])

    #expect(
      await tree.completions(for: request)
        == "--with=ann@koober.example\tAnn, asked for 'a'\n")
  }

  @Test(arguments: [
    ("sample share --with bo", "bo", "Bob\\ Stone\n"),
    ("sample share --with 'bo", "bo", "Bob Stone\n"),
    ("sample share --with ann@", "@", "@koober.example\n"),
    ("sample share --with Ann@", "@", ""),
    ("sample share --with $ann", "$ann", ""),
    ("sample search --output=j", "j", "json\n"),
    ("sample search --lim", "--lim", "--limit\n"),
    ("sample search --lim", "else", ""),
  ])
  func `bash gets words as it splits and quotes them`(
    line: String, replaced: String, answer: String
  ) async {
    #expect(await answers(to: ["bash", line, replaced], from: tree) == answer)
  }

  @Test(arguments: [
    ("a \"Z", "Z\"", "Z\"\\\"\"\""), ("a 'Z", "Z'", #"Z'\'''"#), ("a \"Z", "Z!", #"Z"\!"""#),
    ("a Z", "Z!", #"Z\!"#), ("a \"Z", #"Z\"#, #"Z\\"#), ("a 'Z", #"Z\$`"!"#, #"Z\$`"!"#),
    ("a \"Z", "Z$`x`", #"Z\$\`x\`"#), ("a Z", "Z\u{0D4E}`x`", "Z\u{0D4E}\\`x\\`"),
    ("a \u{0D4E}\"Z", "\u{0D4E}Z`", "Z\\`"),
  ])
  func `bash reads a completion as its characters only`(line: String, value: String, text: String) {
    let split = ShellWords.splitForCompletion(line)

    #expect(ShellQuoting(split: split, replaced: "Z")?.write(value) == text)
  }

  @Test(
    arguments: Shell.allCases,
    ["a\nb", "a\u{0}b", "a\u{1B}b", "a\u{9B}b", "a\u{202E}b", "a\rb", "a\tb"])
  func `A value that cannot be typed is not offered`(shell: Shell, value: String) async {
    let name = Option<String>(
      "name", kind: .standard.completing(.values([value, "ab"])), help: "A name.")
    let tree = CommandTree<Void>(
      name: "sample", version: "1", date: "2025-01-01", summary: "",
      commands: [Command("go", summary: "Go.", parameters: [name]) { _, _ in }])
    let callback =
      shell == .bash ? ["sample go --name a", "a"] : ["--", "go", "--name", "a"]

    let answer = await answers(to: [shell.rawValue] + callback, from: tree)

    #expect(answer == (shell == .bash ? "ab\n" : "ab\t\n"))
  }

  private func answers<Context>(to callback: [String], from tree: CommandTree<Context>) async
    -> String
  {
    guard case .complete(let request) = tree.parse(["__complete"] + callback).request else {
      Issue.record("no completion request")
      return ""
    }
    return await tree.completions(for: request)
  }

  @Test(arguments: [["__complete"], ["__complete", "tcsh"], ["__complete", "zsh", "--"]])
  func `A callback that lacks words is answered too`(words: [String]) async {
    guard case .complete(let request) = tree.parse(words).request else {
      Issue.record("no completion request")
      return
    }

    #expect(await tree.completions(for: request).hasPrefix("search"))
  }
}
