import Basics
@_spi(SessionIssuer) import Core
import CoreTesting
import FoundationEssentials
import Glibc
import Terminal
import TerminalTesting
import Testing

struct AccountJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test(arguments: TestCloud.allCases)
  func `A rider signs up, is known, signs out, is unknown, signs in again`(cloud: TestCloud)
    async throws
  {
    try await cloud.withMachine { machine in
      let signedUp = await machine.signUp("Ada")
      #expect(signedUp.status == 0)
      let profile = try signedUp.document(ProfileDocument.self).profile
      #expect(profile.nickname == "Ada")

      #expect(await machine.run("profile").status == 0)
      let signedOut = await machine.run("sign-out", "--json")
      #expect(signedOut.output.contains("\"revoked\": true"))
      #expect(signedOut.output.contains("\"signedOut\": true"))
      #expect(await machine.run("profile").status == 77)

      #expect(await machine.signIn("Ada").status == 0)
      #expect(await machine.run("profile").output.contains("ada@example.org"))
      let known = try await machine.run("account", "sessions", "--json").document(SessionList.self)
      #expect(known.sessions.count == 1)

      let everywhere = await machine.run("sign-out", "--everywhere")
      #expect(everywhere.output == "Signed out everywhere.\n")
      #expect(await machine.run("profile").status == 77)
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A rider who takes the place of another one says so, and ends that session`(
    cloud: TestCloud
  ) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Grace")
      let session = machine.home.path(of: "state/session")
      let graces = try Self.files(in: session)

      let signUp = await machine.run(
        "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
        "--password-stdin", input: "correct horse")
      let again = await machine.signIn("Ada")
      let signIn = await machine.signIn("Grace")
      for (path, content) in graces { try PrivateFile(path: path).write(content) }

      #expect(signUp.error == "Signed in as Ada; Grace was signed out here.\n")
      #expect(again.error == "")
      #expect(signIn.error == "Signed in as Grace; Ada was signed out here.\n")
      #expect(await machine.run("friends", "list").status == 77)
    }
  }

  private static func files(in folder: String) throws -> [(path: String, content: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
      try PrivateFile(path: "\(folder)/\(name)").read().map { ("\(folder)/\(name)", $0) }
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `Wrong password and unknown e-mail cannot be distinguished`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let wrong = await machine.run(
        "sign-in", "--email", "ada@example.org", "--password-stdin", input: "wrong")
      let unknown = await machine.run(
        "sign-in", "--email", "eve@example.org", "--password-stdin", input: "wrong")

      #expect(wrong.status == 77)
      #expect(unknown.status == 77)
      #expect(
        wrong.error.replacing("ada@", with: "x@") == unknown.error.replacing("eve@", with: "x@"))
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `An e-mail has one account`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let again = await machine.signUp("ADA")

      #expect(again.status == 1)
      #expect(again.error.contains("emailTaken"))
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `Every wrong field is named`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      let outcome = await machine.run(
        "sign-up", "--name", " ", "--email", "ada", "--phone", "x", "--password-stdin",
        input: "short")

      #expect(outcome.status == 64)
      for field in ["full name", "e-mail", "mobile number", "password"] {
        #expect(outcome.error.contains(field))
      }
      // Without one the first name is the nickname.
      #expect(!outcome.error.contains("nickname"))
    }
  }

  @Test func `The status says what keeps the session where there is no keyring`() async throws {
    let output = await machine.run("status", capabilities: .terminal()).output

    #expect(output.contains("user-session-store    secret-service (no keyring: file)\n"))
  }

  @Test(arguments: TestCloud.allCases)
  func `An account is changed, exported and deleted`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let edited = await machine.run("account", "edit", "--name", "Ada King", "--json")
      let moved = await machine.run(
        "account", "edit", "--email", "ada@example.com", "--password-stdin",
        input: "correct horse")
      let known = try await machine.run("profile", "--json").document(ProfileDocument.self)
      let changed = await machine.run(
        "account", "password", "--password-stdin", input: "correct horse\nbattery staple\n")
      let sessions = await machine.run("account", "sessions")
      let export = await machine.run("account", "export")
      let refused = await machine.run(
        "account", "delete", "--yes", "--password-stdin", input: "correct horse")
      let deleted = await machine.run(
        "account", "delete", "--yes", "--password-stdin", input: "battery staple")

      #expect(edited.output.contains("Ada King"))
      #expect(moved.status == 0)
      #expect(known.profile.name == "Ada King")
      #expect(known.profile.email == "ada@example.com")
      #expect(changed.status == 0)
      #expect(sessions.output.contains("this one"))
      #expect(try export.document(AccountExport.self).profile == known.profile)
      #expect(export.output.hasPrefix("{\n  "))
      #expect(refused.status == 77)
      #expect(deleted.output == "Your account is deleted.\n")
      #expect(await machine.run("profile").status == 77)
      let again = await machine.run(
        "sign-in", "--email", "ada@example.com", "--password-stdin", input: "battery staple")
      #expect(again.status == 77)
    }
  }

  @Test func `A session is ended by its beginning, the one in use by signing out only`()
    async throws
  {
    await machine.signUp("Ada")
    let listed = try await machine.run("account", "sessions", "--json").document(SessionList.self)
    let own = try #require(listed.sessions.first?.id.rawValue)

    let refused = await machine.run("account", "revoke", String(own.prefix(4)))

    #expect(refused.status == 64)
    #expect(refused.error.contains("koober sign-out"))
    #expect(await machine.run("account", "revoke", "").status == 66)
    #expect(await machine.run("account", "sessions").status == 0)
  }

  @Test(arguments: [
    (["account", "delete"], "--yes"), (["account", "password"], "--password-stdin"),
    (["reset-password", "--email", "a@b.c"], "--password-stdin"),
  ])
  func `What has to be asked is refused at once without a terminal`(
    arguments: [String], option: String
  ) async throws {
    await machine.signUp("Ada")

    let outcome = await machine.run(arguments)

    #expect(outcome.status == 64)
    #expect(outcome.error.contains(option))
    #expect(await machine.run("account", "edit").status == 64)
    #expect(await machine.run("account", "revoke", "zz").status == 66)
  }

  @Test func `The session is the owner's alone and holds until the next run`() async throws {
    await machine.signUp("Ada")

    let path = "\(machine.home.path)/state/session/session.json"
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try #require(stat("\(machine.home.path)/state/session", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test func `A corrupt session is named with its repair, which works`() async throws {
    await machine.signUp("Ada")
    let path = "\(machine.home.path)/state/session/session.json"
    try Data("garbage".utf8).write(to: URL(filePath: path))

    let outcome = await machine.run("profile")
    #expect(outcome.status == 65)
    #expect(outcome.error.contains(path))
    #expect(outcome.error.contains("Sign in again"))

    let repaired = await machine.signIn("Ada")
    #expect(repaired.status == 0)
    #expect(repaired.error.contains(path))
    #expect(await machine.run("profile").status == 0)
  }

  @Test func `What is missing is asked for on a terminal, the password without echo`() async {
    let outcome = await machine.run(
      "sign-up", capabilities: .terminal(),
      answers: [
        .line("Ada Lovelace"), .line("ada@example.org"), .line("0491570156"),
        .line("correct horse"), .line("correct horse"),
      ])

    #expect(outcome.status == 0)
    #expect(outcome.prompts.map(\.isHidden) == [false, false, false, true, true])
    #expect(!outcome.output.contains("correct horse"))
  }

  @Test func `Without a terminal there is no prompt, and the missing option is named`() async {
    let outcome = await machine.run("sign-in", "--email", "ada@example.org")

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("--password-stdin"))
    #expect(outcome.prompts.isEmpty)
  }

  @Test func `Ctrl-C at the password ends with 130 and says nothing`() async {
    let outcome = await machine.run(
      "sign-in", "--email", "ada@example.org", capabilities: .terminal(), answers: [.interrupt])

    #expect(outcome.status == 130)
    #expect(outcome.output == "")
  }

  @Test func `No run shows the password or the token`() async throws {
    let signedUp = await machine.signUp("Ada")
    let session = try Data(
      contentsOf: URL(filePath: "\(machine.home.path)/state/session/session.json"))
    let token = try JSONCoding.decode(IssuedSession.self, from: session)
      .session.remoteSession.token.revealed
    let verbose = await machine.run("--verbose", "ride", "history")

    for text in [signedUp.output, signedUp.error, verbose.output, verbose.error] {
      #expect(!text.contains("correct horse"))
      #expect(!text.contains(token))
    }
    #expect(verbose.error.contains("GET /rides 200"))
  }
}
