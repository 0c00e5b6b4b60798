import Testing

@testable import MonoCore

struct InputAuditTests {
  @Test func `Only what test programs and their children open counts`() {
    let log = """
      10 execve("/opt/swift/usr/bin/swift-test", ["swift", "test"], 0x7ff) = 0
      10 openat(AT_FDCWD</r>, "/r/Package.swift", O_RDONLY) = 4</r/Package.swift>
      10 clone(child_stack=NULL, flags=SIGCHLD) = 11
      11 execve("/r/.build/debug/PTests.xctest", ["x"], 0x7ff <unfinished ...>
      10 openat(AT_FDCWD</r>, "/r/other", O_RDONLY) = 4</r/other>
      11 <... execve resumed>) = 0
      11 openat(AT_FDCWD</r>, "data.txt", O_RDONLY|O_CLOEXEC) = 5</r/data.txt>
      11 openat(AT_FDCWD</r>, "/r/gone", O_RDONLY) = -1 ENOENT (No such file or directory)
      11 openat(AT_FDCWD</r>, "/r/out", O_WRONLY|O_CREAT, 0644) = 6</r/out>
      11 openat(AT_FDCWD</r>, "/r/folder", O_RDONLY|O_DIRECTORY) = 6</r/folder>
      11 clone3({flags=CLONE_VM, exit_signal=SIGCHLD}, 88) = 12
      12 execve("/bin/cat", ["cat", "/r/a = b"], 0x7ff) = 0
      12 openat(AT_FDCWD</r>, "/r/a = b", O_RDONLY) = 3</r/a = b>
      """

    #expect(OpenedFiles(log: log).paths == ["/r/data.txt", "/r/a = b"])
  }

  @Test func `A thread may open files before the call that starts it returns`() {
    let log = """
      11 execve("/r/.build/debug/PTests.xctest", ["x"], 0x7ff) = 0
      11 clone3({flags=CLONE_VM}, 88 <unfinished ...>
      12 openat(AT_FDCWD</r>, "data.txt", O_RDONLY) = 5</r/data.txt>
      11 <... clone3 resumed> => {parent_tid=[12]}, 88) = 12
      """

    #expect(OpenedFiles(log: log).paths == ["/r/data.txt"])
  }

  @Test func `A file that a test opens is named until the rules declare it`() throws {
    let folder = try TemporaryFolder()
    try FixturePackage(
      name: "P", source: "",
      test: """
        import Glibc
        import Testing
        @Test func reads() throws {
          let path = #filePath.replacing("Packages/P/Tests/PTests/PTests.swift", with: "data/x.txt")
          let file = try #require(fopen(path, "r"))
          fclose(file)
        }
        """
    ).write(to: folder)
    try folder.write("x", to: "data/x.txt")
    try folder.write(".build\n", to: ".gitignore")
    try folder.git("init", "-q")

    let found = try Self.audit(folder)

    #expect(found.results.map(\.undeclared) == [["data/x.txt"]])
    #expect(!found.isClean && found.results.allSatisfy(\.passed))
    #expect(found.entries.map(\.affects) == [["P/PTests"]])
    #expect(found.text.contains(#""data/x.txt""#))
    try folder.write(
      #"{ "inputs": [{ "paths": ["data/*"], "affects": ["PTests"], "reason": "r" }] }"#,
      to: "mono.rules.json")
    #expect(try Self.audit(folder).isClean)
  }

  private static func audit(_ folder: TemporaryFolder) throws -> AuditReport {
    let workspace = try folder.workspace()
    let tests = workspace.targets.indices.filter { workspace.targets[$0].kind == .test }
    let results = try InputAudit(
      builder: folder.builder(workspace), repository: Repository(root: folder.path),
      rules: RulesFile.load(root: folder.path)
    ).run(tests)
    return AuditReport(workspace: workspace, results: results)
  }
}
