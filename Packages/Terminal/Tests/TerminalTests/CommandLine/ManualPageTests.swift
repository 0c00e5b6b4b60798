import Terminal
import Testing

struct ManualPageTests {
  @Test func `The page names every command, option and exit status`() {
    let page = SampleProgram.tree().text(of: .manualPage, width: 80)

    #expect(page.hasPrefix(".TH \"SAMPLE\" \"1\" \"2025-03-04\" \"sample 1.2.3\""))
    for text in [
      ".SH \"NAME\"\nsample \\- A program to try things on.\n",
      ".SS \"ride request\"\nsample ride request \\-\\-email TEXT",
      "\\fB\\-n, \\-\\-limit N\\fR\nHow many to print. (between 1 and 100; default: 20)\n",
      ".SH \"ENVIRONMENT\"\n.TP\n\\fBSAMPLE_HOME\\fR\n",
      ".SH \"FILES\"\n.TP\n\\fB$SAMPLE_HOME/places\\fR\nThe places.\n",
      ".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\ndone\n",
      "sample search \\(aqopera house\\(aq \\-\\-limit 3\n",
    ] { #expect(page.contains(text), "\(text)") }
  }

  @Test func `man formats the page without a warning`() throws {
    let result = try Script.run(
      #""$preview" man | man --warnings -l - | grep -c "$word""#,
      environment: ["word": "terminal-preview password", "MANWIDTH": "80"])

    #expect(result.error.isEmpty)
    #expect(result.output != "0\n")
  }

  @Test(
    .enabled(
      if: try Script.run("command -v mandoc").status == 0,
      "mandoc is not installed: apt-get install mandoc"))
  func `mandoc finds nothing to complain about`() throws {
    let result = try Script.run(#""$preview" man | mandoc -Tlint -Wstyle"#)

    #expect(result == .init(status: 0, output: "", error: ""))
  }
}
