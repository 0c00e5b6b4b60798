import Basics
import CoreTesting
import FoundationEssentials
import Glibc
import Testing

private let isInstalled =
  ["dbus-run-session", "dbus-send", "gnome-keyring-daemon"].allSatisfy {
    access("/usr/bin/\($0)", X_OK) == 0
  } && dlopen("libsecret-1.so.0", RTLD_LAZY) != nil

/// Whether a missing keyring is a failure, as in CI. Elsewhere these tests are skipped without it, and
/// the summary of `mono test` counts them.
private let isRequired = EnvironmentVariables.all["KOOBER_TEST_KEYRING"] == "required"
private let isMissing: Comment =
  "The desktop's keyring is not installed: apt-get install dbus-daemon gnome-keyring libsecret-1-0"

/// The program on a desktop: its session in a real secret service, on a session bus of the test's own.
@Suite(.enabled(if: isInstalled || isRequired, isMissing))
struct SecretServiceTests {
  private struct Status: Decodable {
    struct Store: Decodable {
      let kind: String
      let encrypted: Bool
    }

    let signedIn: Bool
    let sessionStore: Store
  }

  private let home: TemporaryFolder
  private let koober: KooberProcess
  private let file: PrivateFile

  init() throws {
    try #require(isInstalled, isMissing)
    home = try TemporaryFolder()
    koober = KooberProcess(home: home)
    file = PrivateFile(path: home.path(of: "state/session/session.json"))
  }

  @Test func `A session is kept encrypted, in no file, until the rider signs out`() async throws {
    #expect(try await koober.signUp(on: desktop).status == 0)

    #expect(try file.read() == nil)
    let status = try await readStatus(on: desktop)
    #expect(status.signedIn)
    #expect(status.sessionStore.kind == "secret-service")
    #expect(status.sessionStore.encrypted)
    #expect(try keyrings().allSatisfy { !$0.contains("ada@example.org") })

    #expect(try await koober.run(["sign-out"], launch: desktop).status == 0)
    #expect(try await readStatus(on: desktop).signedIn == false)
  }

  @Test func `A session of a file is found on the desktop, and moves with the next sign-in`()
    async throws
  {
    #expect(try await koober.signUp().status == 0)
    #expect(try file.read() != nil)
    #expect(try await readStatus(on: desktop).signedIn)

    let signIn = ["sign-in", "--email", "ada@example.org", "--password-stdin"]
    let outcome = try await koober.run(signIn, input: "correct horse", launch: desktop)

    #expect(outcome.status == 0, "\(outcome)")
    #expect(try file.read() == nil)
    #expect(try await readStatus(on: desktop).signedIn)
  }

  @Test func `A session bus without a secret service leads to the file`() async throws {
    let bus = "\(bus) --config-file=\(try emptyBus()) -- bash -c 'exec \"$0\" \"$@\"'"

    #expect(try await koober.signUp(on: bus).status == 0)

    #expect(try file.read() != nil)
    let status = try await readStatus(on: bus)
    #expect(status.sessionStore.kind == "file")
    #expect(!status.sessionStore.encrypted)
  }

  @Test func `A locked keyring is an error, and the session in it stays`() async throws {
    let locked = desktop(daemon: "gnome-keyring-daemon --start --components=secrets")
    #expect(try await koober.signUp(on: desktop).status == 0)

    for command in ["status", "sign-out"] {
      let outcome = try await koober.run([command], launch: locked)

      #expect(outcome.status == 74, "\(outcome)")
      #expect(outcome.error.contains("the desktop's keyring: it is locked."))
    }

    #expect(try await readStatus(on: desktop).signedIn)
  }

  @Test func `The flag keeps the session in the file on a desktop, too`() async throws {
    let choice = ["--flag", "user-session-store=file"]

    #expect(try await readStatus(on: desktop, choice).sessionStore.kind == "file")
  }

  /// Starts a program on a session bus, whose services keep their files in the test's folder.
  private var bus: String { "HOME='\(home.path)' exec dbus-run-session" }

  /// The same with the secret service, unlocked.
  private var desktop: String {
    desktop(daemon: "gnome-keyring-daemon --unlock --components=secrets")
  }

  private func desktop(daemon: String) -> String {
    // The daemon returns before it has its name on the bus.
    let owner =
      "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
      + "org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets"
    let body = """
      printf koober | \(daemon) >/dev/null 2>&1
      until \(owner) | grep -q true; do :; done
      exec "$0" "$@"
      """
    return "\(bus) -- bash -c '\(body)'"
  }

  /// A bus that knows no services to start.
  private func emptyBus() throws -> String {
    let configuration = """
      <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
      <policy context="default"><allow send_destination="*"/><allow own="*"/>
      <allow receive_sender="*"/></policy></busconfig>
      """
    let path = home.path(of: "bus.conf")
    try Data(configuration.utf8).write(to: URL(filePath: path))
    return path
  }

  private func readStatus(on launch: String, _ options: [String] = []) async throws -> Status {
    let outcome = try await koober.run(["status", "--json"] + options, launch: launch)
    try #require(outcome.status == 0, "\(outcome)")
    return try JSONDecoder().decode(Status.self, from: Data(outcome.output.utf8))
  }

  /// The contents of the keyrings.
  private func keyrings() throws -> [String] {
    let folder = home.path(of: ".local/share/keyrings")
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
    }
  }
}
