import Basics
import Glibc
import MonoCore
import Testing

/// The program itself, as a shell starts it.
struct BinaryTests {
  @Test(arguments: ["graph --targets", "graph --format svg", "help", "check --json", "man"])
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

  @Test(arguments: [
    "graph --targets", "graph --format svg", "graph --format json", "graph --containers", "check",
    "affected --base HEAD --explain", "api --surface", "new feature Tip --dry-run",
  ])
  func `Two processes write the same bytes`(arguments: String) throws {
    let sample = try SampleRepository()
    try sample.write("import High\n", to: "Packages/Low/Sources/Low/Wrong.swift")
    let command = "\"$MONO\" \(arguments) --root \(sample.path)"

    let results = try (1...3).map { _ in try Self.shell(command).output }

    #expect(!results[0].isEmpty)
    #expect(results[1] == results[0] && results[2] == results[0])
  }

  @Test func `A new feature is whole or not there, whenever it is killed`() throws {
    let sample = try SampleRepository()
    try sample.addRootPackage()
    let plan = try Self.shell("\"$MONO\" new feature Tip --dry-run --json --root \(sample.path)")
    let document = try JSON.parse(plan.output)
    let created = document["created"]?.texts ?? []
    let changed = document["changed"]?.texts ?? []
    #expect(created.count > 8 && changed == ["Package.swift"])
    var states: Set<Int> = []
    for step in 0..<8 {
      let result = try Self.shell(
        """
        "$MONO" new feature Tip --root \(sample.path) & process=$!
        sleep 0.\(step)5; kill -9 $process; wait $process; cd \(sample.path)
        git status --porcelain --untracked-files=all | wc -l
        git clean -qfd; git checkout -q .
        """)
      let count = result.outputText.split(separator: "\n").last.flatMap { Int($0) }
      states.insert(count ?? -1)
    }
    #expect(states.isSubset(of: [0, created.count + changed.count]), "\(states)")
  }

  @Test func `Of two features at once both are made`() throws {
    let sample = try SampleRepository()
    try sample.addRootPackage()

    _ = try Self.shell(
      """
      "$MONO" new feature Left --root \(sample.path) &
      "$MONO" new feature Right --root \(sample.path) & wait
      """)

    let manifest = Files.text("\(sample.path)/Package.swift") ?? ""
    #expect(manifest.contains("Packages/Left") && manifest.contains("Packages/Right"))
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
      try Set(complete("mono graph --format \"\"")).isSuperset(of: ["dot", "mermaid", "svg"]))
  }

  /// The program is built beside the tests.
  private static func shell(_ script: String) throws -> Subprocess.Outcome {
    let tests = Files.realPath("/proc/self/exe") ?? ""
    return try Tool.run(
      "bash", ["-c", script], environment: ["MONO": Path.join(Path.folder(of: tests), "mono")])
  }
}
