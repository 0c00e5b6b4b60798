import Basics
import TerminalTesting
import Testing

@testable import mono

/// `mono build` and `mono test`, one after the other in one repository.
@Suite(.serialized)
struct BuildCommandTests {
  private static let sample = Result { try SampleRepository(in: .untilExit()) }

  @Test func `Tests are built, run and reported, and a failed one ends with 1`() async throws {
    let sample = try Self.sample.get()
    let (passed, first) = await sample.run(["test", "Low", "--json"])
    #expect(passed == 0, "\(first.output)")
    try sample.write(
      "import Testing\n@Test func wrong() { #expect(1 == 2) }\n",
      to: "Packages/Low/Tests/LowTests/Wrong.swift")
    defer { try? sample.write("", to: "Packages/Low/Tests/LowTests/Wrong.swift") }

    let (failed, second) = await sample.run(["test", "--affected", "--base", "HEAD", "--json"])

    #expect(failed == 1)
    let report = try JSON.parse(Array(second.output.utf8))
    let place = "Packages/Low/Tests/LowTests/Wrong.swift:2"
    #expect(
      report["firstFailure"]?.text
        == "Low: \(place): LowTests 'wrong()' failed: Expectation failed: 1 == 2")
    let (build, _) = await sample.run(["build", "High"])
    #expect(build == 0)
    let (chosen, third) = await sample.run(["test", "Low", "--filter", "LowTests.passes"])
    #expect(chosen == 0)
    #expect(third.output.hasPrefix("ok     Low, 1 tests,"))
    let (nothing, fourth) = await sample.run(["test", "Low", "--filter", "pasess"])
    #expect(nothing == 1)
    #expect(fourth.output.hasSuffix("First failure: No test has a name that matches 'pasess'.\n"))
  }

  @Test func `A test target without a test is a failure, unless a rule allows it`() async throws {
    let sample = try Self.sample.get()
    let file = "Packages/Low/Tests/LowTests/LowTests.swift"
    let text = Files.text("\(sample.path)/\(file)") ?? ""
    try sample.write("import Testing\nimport Low\n", to: file)
    defer { try? sample.write(text, to: file) }

    let (failed, first) = await sample.run(["test", "LowTests"])
    try sample.write(#"{ "emptyTests": ["LowTests"] }"#, to: "mono.rules.json")
    defer { try? Files.remove("\(sample.path)/mono.rules.json") }

    #expect(failed == 1)
    #expect(first.output.hasSuffix("First failure: Low: LowTests has no test\n"), "\(first.output)")
    #expect(await sample.run(["test", "Low"]).0 == 0)
  }

  @Test func `A signal ends what the program has started, too`() throws {
    let sample = try Self.sample.get()
    let hanging = "Packages/Low/Tests/LowTests/Hangs.swift"
    try sample.write(
      """
      import Glibc
      import Testing
      @Test func hangs() {
        let file = open(#filePath + ".pipe", O_WRONLY)
        while true { sleep(1) }
        close(file)
      }

      """, to: hanging)
    defer { try? sample.write("", to: hanging) }
    let pipe = "\(sample.path)/\(hanging).pipe"

    let savings = SampleBuild.options.joined(separator: " ")
    // The pipe opens when the test runs, and ends when the last process that has it has ended.
    let result = try BinaryTests.shell(
      """
      mkfifo \(pipe)
      "$MONO" test Low --quiet --root \(sample.path) -- \(savings) >/dev/null & process=$!
      exec 3< \(pipe)
      kill -TERM $process; wait $process; echo "status $?"
      timeout 60 cat <&3 && echo ended
      """)

    #expect(result.outputText == "status 143\nended\n")
  }
}
