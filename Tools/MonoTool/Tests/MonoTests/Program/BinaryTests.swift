import Basics
import Glibc
import Testing

@testable import mono

/// The program itself, as a shell starts it.
struct BinaryTests {
  @Test(arguments: ["graph --targets", "graph --format dot", "help", "check --json", "man"])
  func `A reader that stops reading is no error`(arguments: String) throws {
    let sample = try SampleRepository()

    // The reader has ended before the first byte is written.
    let result = try Self.shell(
      "exec 3> >(exec true); wait $!; \"$MONO\" \(arguments) --root \(sample.path) >&3; echo $?")

    #expect(result.outputText == "0\n")
    #expect(result.errorText.isEmpty, "\(result.errorText)")
  }

  @Test func `An output that cannot be written is reported, with 70`() throws {
    let result = try Self.shell("\"$MONO\" help > /dev/full")

    #expect(result.status.code == 70)
    #expect(result.errorText.contains("No space left on device"))
  }

  @Test func `A cache that cannot be written makes no difference`() throws {
    let sample = try SampleRepository()

    let result = try Self.shell("MONO_CACHE=/proc/no \"$MONO\" check --root \(sample.path)")

    #expect(result.status.code == 0)
    #expect(result.outputText == "No findings.\n")
    let full = try Self.shell(
      "MONO_CACHE=/proc/no TMPDIR=/proc/no \"$MONO\" check --root \(sample.path)")
    #expect(full.status.code == 70)
    #expect(full.errorText.contains("/proc/no"))
  }

  @Test func `Without a home nothing is remembered, and nothing of other users believed`() throws {
    let sample = try SampleRepository()
    let temporary = try TemporaryFolder()

    let result = try Self.shell(
      "TMPDIR=\(temporary.path) env -u HOME -u XDG_CACHE_HOME -u MONO_CACHE \"$MONO\" check"
        + " --root \(sample.path)")

    #expect(result.outputText == "No findings.\n")
    #expect(result.errorText.hasPrefix("Nothing is remembered"), "\(result.errorText)")
    #expect(Files.entries(temporary.path).isEmpty)
  }

  @Test(arguments: [
    "graph --targets", "graph --format dot", "graph --format json", "graph --containers", "check",
    "affected --base HEAD --explain",
  ])
  func `Two processes write the same bytes`(arguments: String) throws {
    let sample = try SampleRepository()
    try sample.write("import High\n", to: "Packages/Low/Sources/Low/Wrong.swift")
    let command = "\"$MONO\" \(arguments) --root \(sample.path)"

    let results = try (1...3).map { _ in try Self.shell(command).output }

    #expect(!results[0].isEmpty)
    #expect(results[1] == results[0] && results[2] == results[0])
  }

  @Test func `Bash completes commands, options and values`() throws {
    func complete(_ words: String) throws -> [Substring] {
      let result = try Self.shell(
        """
        mono() { "$MONO" "$@"; }; source <("$MONO" completions bash)
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        handler=$(complete -p mono | sed -E 's/.*-F ([^ ]+).*/\\1/'); $handler mono "${COMP_WORDS[COMP_CWORD]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
      return result.outputText.split(separator: "\n").map { Substring($0.filter { $0 != " " }) }
    }

    #expect(try complete("mono aff") == ["affected"])
    #expect(try complete("mono test --aff").contains("--affected"))
    #expect(
      try Set(complete("mono graph --format \"\"")).isSuperset(of: ["dot", "mermaid"]))
  }

  /// The program is built beside the tests.
  static let program = Path.join(SampleBuild.products, "mono")

  static func shell(_ script: String) throws -> Subprocess.Outcome {
    try Tool.run("bash", ["-c", script], environment: ["MONO": program])
  }
}
