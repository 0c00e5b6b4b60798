import Basics
import Core
import FoundationEssentials
import Glibc
import Testing

/// Homes that other users or an accident have prepared, and starts without what is usually there.
struct UnsafeHomeTests {
  private let home: TemporaryFolder
  private let koober: KooberProcess

  init() throws {
    home = try TemporaryFolder()
    koober = KooberProcess(home: home)
  }

  @Test(
    arguments: [
      ("config/flags.json", ["flags", "list"]), ("config/cloud.json", ["profile"]),
      ("config/location.json", ["location", "show"]),
      ("state/session/session.json", ["profile"]), ("data/cloud/flags.json", ["flags", "list"]),
      ("data/cloud/cloud.sqlite", ["places", "search", "opera"]),
    ], ["pipe", "link", "folder"])
  func `What is no file ends a command at once, with its path`(
    place: (file: String, command: [String]), kind: String
  ) async throws {
    let path = home.path(of: place.file)
    try FileManager.default.createDirectory(
      atPath: path[..<(try #require(path.lastIndex(of: "/")))].description,
      withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    switch kind {
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "link": try #require(symlink("/dev/zero", path) == 0)
    default: try #require(mkdir(path, 0o700) == 0)
    }

    let outcome = try await koober.run(place.command)

    #expect([65, 78].contains(outcome.status), "\(outcome)")
    #expect(outcome.error.contains(path))
  }

  @Test func `A home that others can write to is refused, with what to do`() async throws {
    _ = try await koober.signUp()
    try #require(chmod(home.path, 0o777) == 0)

    for command in [["profile"], ["ride", "history"], ["location", "set", "1,2"]] {
      let outcome = try await koober.run(command)
      #expect(outcome.status == 78, "\(outcome)")
      #expect(outcome.error.contains("chmod go-w \(home.path)"))
    }
  }

  @Test(arguments: [
    ("set -- account edit --name $'A\\xff'; exec", 64, "'--name'"),
    ("set -- profile; KOOBER_FLAGS=$'\\xe9' exec", 78, "KOOBER_FLAGS"),
  ])
  func `Bytes that are not UTF-8 are refused where they stand`(
    launch: String, status: Int32, place: String
  ) async throws {
    let outcome = try await koober.run([], launch: launch)

    #expect(outcome.status == status)
    #expect(outcome.error.contains(place) && outcome.error.contains("UTF-8"), "\(outcome)")
    #expect(outcome.output == "")
  }

  @Test func `A linked choice of a cloud is followed`() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path(of: "config"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try home.write(#"{"cloud": "nonsense"}"#, to: "dotfile")
    try #require(symlink("../dotfile", home.path(of: "config/cloud.json")) == 0)

    let outcome = try await koober.run(["status"])

    #expect(outcome.error.contains("names no cloud"), "\(outcome)")
  }

  @Test func `A file of flags that others can change is told, and moved aside`() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path(of: "config"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let file = try home.write("{}", to: "config/flags.json")
    try #require(chmod(file, 0o666) == 0)

    let status = try await koober.run(["status"])
    #expect(status.status == 0 && status.error.contains("chmod go-w \(file)"), "\(status)")
    #expect(try await koober.run(["flags", "list"]).status == 78)
    let unset = try await koober.run(["flags", "unset", "ride-options-layout"])
    #expect(unset.status == 0 && unset.error.contains("\(file).damaged"), "\(unset)")
    #expect(try await koober.run(["flags", "list"]).status == 0)
  }

  @Test func `A stream that is closed is not taken for a file`() async throws {
    let outcome = try await koober.run(
      ["location", "set", "1,2"], launch: "exec <&- >&- 2>&-; exec")

    #expect(outcome.status == 74)
    let location = try await koober.run(["location", "show"])
    #expect(location.status == 0)
  }

  @Test func `An address space without room for threads ends a command at once`() async throws {
    _ = try await koober.signUp()

    let outcome = try await koober.run(
      ["sign-in", "--email", "ada@example.org", "--password-stdin"], input: "correct horse",
      launch: "ulimit -s 8192 -v 122880; exec")

    #expect(outcome.status == 78, "\(outcome)")
    #expect(outcome.error.contains("limited to 122880 KiB; 196608 are needed"))
  }

  @Test(.enabled(if: PrivateMounts.canHideProc, PrivateMounts.areRefused))
  func `The arguments arrive without /proc`() async throws {
    let outcome = try await koober.run(["--version"], launch: PrivateMounts.withoutProc)

    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("koober "))
  }
}
