import Basics
import Testing

@testable import MonoCore

/// Tests run with a trace and nothing but their environment; only what they declare is remembered.
/// Those that hang or crash are named.
@Suite(.serialized)
struct TestRunTests {
  /// The targets of the sample and why their results are not remembered; `nil` when they are.
  private static let cases: [(name: String, body: String, reason: String?)] = [
    ("Declared", #"try read("data/x.txt"); try read("Tests/DeclaredTests/own.txt")"#, nil),
    ("System", #"try read("/etc/passwd"); try read("/usr/bin/env")"#, nil),
    (
      "Own",
      #"""
      let home = try #require(getenv("TMPDIR")); let path = String(cString: home) + "/file"
      let file = try #require(fopen(path, "w")); fclose(file); try read(path)
      """#, nil
    ),
    (
      "Environment",
      #"""
      for name in ["HOSTNAME", "GITHUB_TOKEN", "TERM", "COLUMNS", "CI"] { #expect(getenv(name) == nil) }
      #expect(String(cString: try #require(getenv("COUNTED"))) == "1")
      let folder = String(cString: try #require(getcwd(nil, 0)))
      #expect(#filePath.hasPrefix(folder + "/Tests/"))
      #expect(String(cString: try #require(getenv("HOME"))).hasSuffix("/home"))
      #expect(!String(cString: try #require(getenv("PATH"))).contains("/elsewhere"))
      """#, nil
    ),
    ("Open", #"try read("data/y.txt")"#, "looks at data/y.txt, which nothing declares"),
    ("Ignored", #"try read("ignored.txt")"#, "looks at ignored.txt, which nothing declares"),
    ("Missing", #"#expect(access("gone.txt", F_OK) != 0)"#, "looks at gone.txt, which"),
    (
      "Folder", #"let f = try #require(opendir("data")); while readdir(f) != nil {}"#,
      "looks at data/,"
    ),
    ("Outside", #"try read("OUTSIDE/file")"#, "looks at OUTSIDE/file, which nothing declares"),
    ("Child", #"#expect(run("/bin/cat", "data/y.txt") == 0)"#, "looks at data/y.txt, which"),
    (
      "Moved", #"#expect(chdir("/") == 0 && access("gone.txt", F_OK) != 0)"#,
      "looks at /gone.txt, gone.txt, "
    ),
    ("Spawned", #"#expect(run("./gone.sh") != 0)"#, "looks at gone.sh, which nothing declares"),
    (
      "Elsewhere",
      #"""
      let folder = try #require(opendir("OUTSIDE")); while readdir(folder) != nil {}
      #expect(access("OUTSIDE/folder", F_OK) == 0)
      #expect(access("OUTSIDE.absent", F_OK) != 0 && mkdir("data", 0o700) != 0)
      #expect(open("data/y.txt", O_CREAT | O_EXCL | O_WRONLY, 0o600) < 0)
      #expect(open("kept.txt", O_WRONLY | O_TRUNC) >= 0)
      try read(".build/user.txt")
      let place = "OUTSIDE.\(getpid())"
      #expect(mkdir(place, 0o700) == 0 && fclose(fopen(place + "/a", "w")) == 0)
      #expect(rename(place + "/a", place + "/b") == 0 && rename(place, place + "+") == 0)
      try read(place + "+/b"); #expect(unlink(place + "+/b") == 0 && rmdir(place + "+") == 0)
      """#, "looks at .build/user.txt, "
    ),
    // A part of the product is its own.
    (
      "Included",
      #"#expect(included() == 1 && dlopen(".build/debug/libPart.so", RTLD_LAZY) != nil)"#,
      "looks at .build/"
    ),
    ("Product", #"_ = access(".build/debug/Stranger.build", F_OK)"#, "looks at .build/"),
    ("Untraced", #"try read("data/y.txt")"#, "is untraced by the rules"),
  ]

  // First, because it waits while other suites build.
  @Test func `Tests that hang are named, and the tests of other targets run`() throws {
    var options = BuildOptions()
    options.targetLimit = 4

    let report = try Self.run(["HangingTests", "OldTests", "WellTests"], options)

    #expect(!report.succeeded)
    #expect(
      report.steps.flatMap(\.tests.failures).map { "\($0.target) \($0.name) \($0.message)" } == [
        "HangingTests hangs() was still running when the limit of 4 s of HangingTests was over",
        "OldTests OldTests.testHangs was still running when the limit of 4 s of OldTests was over",
      ])
    let passed = report.steps.flatMap(\.tests.tests).filter { $0.outcome == .passed }
    #expect(passed.map(\.name).sorted() == ["OldTests.testEnds", "ends()", "works()"])
  }

  @Test(.enabled(if: Trace.isPossible, "strace is missing"))
  func `A result is remembered when everything that its run looked at is declared`() throws {
    let outside = try Self.outside.get()
    let folder = try Self.shared.get()
    let cache = try TemporaryFolder()

    let path = "\(EnvironmentVariables.all["PATH"] ?? ""):/elsewhere"
    let first = try Self.run(folder, cache, ["HOSTNAME": "one", "GITHUB_TOKEN": "a", "PATH": path])
    let second = try Self.run(folder, cache, ["HOSTNAME": "two", "COLUMNS": "7", "HOME": "/none"])
    let third = try Self.run(folder, cache, ["COUNTED": "2"])

    #expect(first.succeeded, "\(first.text)")
    let told = first.steps.flatMap(\.notRemembered)
    for (name, _, reason) in Self.cases {
      let line = told.first { $0.hasPrefix("\(name)Tests ") }
      let expected = reason?.replacing("OUTSIDE", with: outside.path)
      #expect(
        line?.hasPrefix("\(name)Tests \(expected ?? "")") == expected.map { _ in true }, "\(told)")
      #expect(first.text.contains("not remembered: \(name)Tests") == (reason != nil))
    }
    let elsewhere = first.steps.flatMap { $0.undeclared["ElsewhereTests"] ?? [] }
    #expect(
      elsewhere == [
        ".build/user.txt", "\(outside.path).absent",
        "\(outside.path)/", "\(outside.path)/folder", "data", "data/y.txt", "kept.txt",
      ])
    let included = first.steps.flatMap { $0.undeclared["IncludedTests"] ?? [] }
    #expect(included.map(Path.name(of:)) == ["libPart.so", "hidden.h"])
    let remembered = Self.cases.filter { $0.reason == nil }.map { $0.name + "Tests" }
    #expect(second.steps.flatMap(\.cached.keys).sorted() == remembered.sorted())
    #expect(third.steps.flatMap(\.cached.keys).isEmpty)

    let workspace = try folder.workspace()
    let builder = try Self.builder(folder, workspace, [:])
    let repository = Repository(root: folder.path)
    let audited = try Self.cases.filter { $0.name != "Environment" }.map {
      try workspace.target(named: $0.name + "Tests")
    }
    let audit = try AuditReport(audited, with: builder, in: repository)
    #expect(!audit.isClean && audit.results.allSatisfy(\.passed))
    #expect(audit.left == ["UntracedTests is untraced by the rules."])
    #expect(audit.entries.contains { $0.paths == ["data/y.txt"] && $0.affects.count == 3 })
    #expect(throws: MonoError.self) { try AuditReport([], with: builder, in: repository) }
    #expect(throws: MonoError.self) {
      try AuditReport([workspace.target(named: "UntracedTests")], with: builder, in: repository)
    }
  }

  @Test func `A log tells what was read, looked for, listed and made`() throws {
    let log = #"""
      10 execve("/r/.build/T.xctest", ["x"], 0x7ff /* 3 vars */) = 0
      10 openat(AT_FDCWD</r>, "a = b", O_RDONLY|O_CLOEXEC) = 5</r/a = b>
      10 openat(AT_FDCWD</r>, "/r/gone", O_RDONLY) = -1 ENOENT (No such file or directory)
      11 openat(AT_FDCWD</r/sub>, "out", O_WRONLY|O_CREAT|O_TRUNC, 0644) = 6</r/sub/out>
      11 openat(AT_FDCWD</r>, "/tmp/kept", O_RDWR|O_CREAT, 0644) = 6</tmp/kept>
      11 openat(AT_FDCWD</r>, "/r/folder", O_RDONLY|O_DIRECTORY) = 6</r/folder>
      11 getdents64(6</r/folder>, 0x55 /* 3 entries */, 32768) = 80
      11 newfstatat(AT_FDCWD</r>, "gr\303\266\303\237e", {st_mode=S_IFREG}, 0 <unfinished ...>
      12 access("relative", F_OK)        = 0
      11 <... newfstatat resumed>)       = 0
      11 newfstatat(5</r/a = b>, "", {st_mode=S_IFREG}, AT_EMPTY_PATH) = 0
      12 execve("/opt/none", ["x"], 0x7ff /* 3 vars */) = -1 ENOENT (No such file or directory)
      11 mkdirat(AT_FDCWD</r>, "/tmp/made", 0700) = 0
      11 mkdir("/tmp/there", 0700)       = -1 EEXIST (File exists)
      11 renameat2(AT_FDCWD</r>, "/tmp/made", AT_FDCWD</r>, "/tmp/named", RENAME_NOREPLACE) = 0
      11 rename("/r/gone", "/r/came") = 0
      11 openat(AT_FDCWD</r>, "/r/there", O_WRONLY|O_CREAT|O_EXCL, 0600) = -1 EEXIST (File exists)
      11 connect(7<UNIX:[5]>, {sa_family=AF_UNIX, sun_path="/r/s.sock"}, 110) = 0
      11 connect(7<TCP:[5]>, {sa_family=AF_INET, sin_addr=inet_addr("127.0.0.1")}, 16) = 0
      12 +++ exited with 0 +++
      10 chdir("away") = 0
      13 access("near", F_OK)        = 0
      10    +++ exited with 0 +++
      """#

    let trace = try #require(Trace(log: log, folder: "/start"))

    #expect(trace.read == ["/r/.build/T.xctest", "/r/a = b", "/tmp/kept"])
    #expect(trace.created == ["/r/sub/out", "/tmp/made", "/tmp/named"])
    #expect(trace.listed == ["/r/folder"])
    #expect(
      trace.probed == [
        "/r/gone", "/r/größe", "/start/relative", "/opt/none", "/start/near", "/start/away/near",
        "/tmp/there", "/r/there", "/r/s.sock",
      ])
    #expect(Trace(log: "", folder: "/start") == nil)
    #expect(Trace(log: log.replacing("10    +++", with: "13    +++"), folder: "/start") == nil)
    #expect(Trace(log: String(log.prefix { $0 != "+" }), folder: "/start") == nil)
  }

  private static func builder(
    _ folder: TemporaryFolder, _ workspace: Workspace, _ variables: [String: String]
  ) throws -> Builder {
    try folder.builder(
      workspace,
      variables: EnvironmentVariables.all.merging(["COUNTED": "1"].merging(variables) { $1 }) { $1 }
    )
  }

  private static func run(
    _ folder: TemporaryFolder, _ cache: TemporaryFolder, _ variables: [String: String]
  ) throws -> BuildReport {
    let workspace = try folder.workspace()
    let names = variables["COUNTED"] == nil ? cases.map(\.name) : ["Declared"]
    let tests = try names.map { try workspace.target(named: $0 + "Tests") }
    var run = try CachedRun(
      builder: builder(folder, workspace, variables), repository: Repository(root: folder.path),
      cache: ResultCache(folder: cache.path))
    return try run.run(.testing(tests, in: workspace))
  }

  @Test func `Among tests that run at once the one that crashes is named`() throws {
    let report = try Self.run(["CrashTests"])

    let place = "Tests/CrashTests/Tests.swift:63"
    #expect(
      report.firstFailure?.hasPrefix("Sample: CrashTests 'crashes()' (\(place)): crashed: ") == true
    )
    #expect(report.firstFailure?.hasSuffix("Fatal error: Index out of range") == true)
    #expect(report.steps.flatMap(\.tests.failures).count == 1)
    #expect(report.steps.flatMap(\.tests.tests).count > 1)
  }

  /// Runs tests of the shared package without a trace.
  private static func run(
    _ names: [String], _ options: BuildOptions = BuildOptions()
  ) throws -> BuildReport {
    let folder = try shared.get()
    let workspace = try folder.workspace()
    let tests = try names.map { try workspace.target(named: $0) }
    return try folder.builder(workspace, options: options).run(.testing(tests, in: workspace))
  }

  private static let outside = Result {
    let folder = try TemporaryFolder.untilExit()
    try folder.write("x", to: "file")
    try MonoCore.Files.makeFolder("\(folder.path)/folder")
    return folder
  }

  /// The package that all tests here build once.
  private static let shared = Result { try repository(outside: outside.get().path) }

  /// Targets whose tests do not end well, and one beside them.
  private static let endings = [
    "Hanging": """
    import Glibc
    import Testing
    @Test func ends() {}
    @Test func hangs() { while true { pause() } }

    """,
    "Old": """
    import Glibc
    import XCTest
    final class OldTests: XCTestCase {
      func testEnds() {}
      func testHangs() { while true { pause() } }
    }

    """,
    "Well": "import Testing\n@Test func works() {}\n",
    "Crash": """
    import Stranger
    import Testing
    \((0..<20).map { "@Test func wait\($0)() async {\n\(yielding)\n}" }.joined(separator: "\n"))
    @Test func crashes() async {
      await Task.yield()
      #expect(crash([]) == 0)
    }

    """,
  ]
  private static let yielding = "  for _ in 0..<200 { await Task.yield() }"

  /// One package with a test target for each case.
  private static func repository(outside: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder.untilExit()
    let targets =
      (cases.map(\.name) + endings.keys.sorted()).map { name in
        let needed = ["Crash": "Stranger", "Included": "CIncluded"][name].map { "\"\($0)\"" } ?? ""
        return ".testTarget(name: \"\(name)Tests\", dependencies: [\(needed)])"
      }
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample",
        products: [.library(name: "Part", type: .dynamic, targets: ["CIncluded", "Stranger"])],
        targets: [
          .target(name: "Stranger", exclude: ["hidden.h"]), .target(name: "CIncluded"), \(targets.joined(separator: ", "))])
      """, to: "Package.swift")
    try folder.write(
      "public func crash(_ empty: [Int]) -> Int { empty[1] }\n",
      to: "Sources/Stranger/Stranger.swift")
    try folder.write("#define HIDDEN 1\n", to: "Sources/Stranger/hidden.h")
    try folder.write("int included(void);\n", to: "Sources/CIncluded/include/included.h")
    try folder.write(
      """
      #include "included.h"
      #include "../Stranger/hidden.h"
      int included(void) { return HIDDEN; }

      """, to: "Sources/CIncluded/included.c")
    for (name, text) in endings { try folder.write(text, to: "Tests/\(name)Tests/Tests.swift") }
    for (name, body, _) in cases {
      try folder.write(
        """
        import Glibc
        import Testing
        \(name == "Included" ? "import CIncluded" : "")
        @Test func looks() throws {
          \(body.replacing("OUTSIDE", with: outside))
        }

        private func read(_ path: String) throws {
          let file = try #require(fopen(path, "r"))
          fclose(file)
        }

        private func run(_ words: String...) -> Int32 {
          var process = pid_t()
          var arguments = words.map { strdup($0) } + [nil]
          posix_spawn(&process, words[0], nil, nil, &arguments, environ)
          var status: Int32 = 1
          waitpid(process, &status, 0)
          return status
        }

        """, to: "Tests/\(name)Tests/Tests.swift")
    }
    for file in [
      "data/x.txt", "data/y.txt", "Tests/DeclaredTests/own.txt", "ignored.txt",
      "kept.txt", ".build/user.txt",
    ] {
      try folder.write("x", to: file)
    }
    try folder.write(
      #"""
      { "env": ["COUNTED"], "untraced": ["UntracedTests"],
        "inputs": [{ "paths": ["data/x.txt"], "affects": ["DeclaredTests"], "reason": "r" }] }
      """#, to: "mono.rules.json")
    try folder.write(".build\nignored.txt\n", to: ".gitignore")
    try folder.git("init", "-q")
    return folder
  }
}
