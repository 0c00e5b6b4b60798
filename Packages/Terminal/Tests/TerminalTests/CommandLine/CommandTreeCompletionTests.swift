import Terminal
import Testing

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

  @Test func `A provider is told what was typed`() async {
    let request = CompletionRequest(shell: .zsh, words: ["share", "--with=a"])

    #expect(
      await tree.completions(for: request)
        == "--with=ann@koober.example\tAnn, asked for 'a'\n")
  }

  @Test(arguments: [
    ("sample share --with bo", #"Bob\ Stone"#),
    ("sample share --with 'bo", "Bob Stone"),
    ("sample share --with ann@", "koober.example"),
    ("sample search --output=j", "json"),
    ("sample search --lim", "--limit"),
  ])
  func `bash gets words as it splits and quotes them`(line: String, answer: String) async {
    let words = ["__complete", "bash", line, " \t\n\"'@><=;|&(:"]

    guard case .complete(let request) = tree.parse(words).request else {
      Issue.record("no completion request")
      return
    }

    #expect(await tree.completions(for: request) == answer + "\n")
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
