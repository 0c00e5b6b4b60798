import Basics
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// What commands print for people, and how little of an identifier they ask for.
struct ReadingJourneyTests {
  @Test func `Lists show short identifiers, links and whole prices at 80 columns`() async throws {
    let machine = try TestMachine()
    try await Self.shareRide(on: machine)

    let history = await machine.run("ride", "history", capabilities: .terminal())
    let json = try await machine.run("ride", "history", "--json").document(RidesDocument.self)
    let ride = try #require(json.rides.first)

    let row = try #require(history.output.split(separator: "\n").last)
    #expect(row.hasSuffix("  \(ride.id.rawValue.prefix(8))"))
    #expect(row.contains(ride.price.description))
    let status = await machine.run("ride", "status", String(ride.id.rawValue.prefix(8)), "--json")
    #expect(try status.document(RideDocument.self).ride.id == ride.id)
    // A pipe gets the whole identifier.
    #expect(await machine.run("ride", "history").output.contains(ride.id.rawValue))
  }

  @Test func `A list that is longer than its limit says so`() async throws {
    let machine = try TestMachine()
    try await Self.shareRide(on: machine)
    _ = await machine.run("ride", "cancel", "--yes")
    _ = await machine.run(
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")

    #expect(await machine.run("ride", "history", "--limit", "1").error.contains("older ones"))
    #expect(await machine.run("ride", "history", "--limit", "2").error == "")
  }

  @Test func `A ride is shown before the question whether to cancel it`() async throws {
    let machine = try TestMachine()
    try await Self.shareRide(on: machine)

    let kept = await machine.run(
      "ride", "cancel", capabilities: .terminal(), answers: [.line("n")])

    #expect(kept.prompts.map(\.text).contains { $0.hasPrefix("Cancel this ride?") })
    #expect(kept.error.contains("Opera House"))
  }

  @Test func `At no width is an identifier, a link, an e-mail or a time cut`() async throws {
    let machine = try TestMachine()
    func list(_ command: [String], columns: Int) async -> String {
      await machine.run(
        command, capabilities: .terminal(TerminalSize(columns: columns, rows: 24))
      ).output
    }
    try await Self.shareRide(on: machine)
    await machine.signUp("Eve")
    _ = await machine.run("friends", "add", "grace@example.org")
    await machine.signIn("Grace")
    _ = await machine.run("friends", "block", "eve@example.org")
    _ = await machine.run(
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
    // The words of columns that are shown whole or not at all.
    let words = #/[@:]|^[0-9]{4}-|^[0-9a-f]{8}$|^requested$|^accessible$/#
    for command in [
      ["ride", "history"], ["inbox"], ["friends", "list"], ["friends", "blocked"],
      ["account", "sessions"],
      ["config", "list"],
    ] {
      let values = await list(command, columns: 300).split(whereSeparator: \.isWhitespace)
        .filter { $0.count > 4 && $0.contains(words) }
      try #require(!values.isEmpty, "\(command)")
      for columns in stride(from: 16, through: 96, by: 5) {
        let narrow = await list(command, columns: columns)
        for value in values {
          let cut = (3..<value.count).first { narrow.contains("\(value.prefix($0))…") }
          #expect(cut == nil, "\(value) in \(columns) columns:\n\(narrow)")
        }
      }
    }
  }

  @Test func `The short link of an inbox opens the post`() async throws {
    let machine = try TestMachine()
    try await Self.shareRide(on: machine)
    await machine.signIn("Grace")

    let inbox = await machine.run("inbox", capabilities: .terminal())
    let link = try #require(inbox.output.split(separator: " ").last).prefix { $0 != "\n" }
    let post = await machine.run("open", String(link))

    #expect(link.count == "koober://share/12345678".count)
    #expect(post.status == 0)
    #expect(post.output.contains("Opera House"))
    #expect(await machine.run("open", "koober://share/ffffffff").status == 66)
  }

  @Test func `A shell offers flags with their variants, friends and rides`() async throws {
    let machine = try TestMachine()
    try await Self.shareRide(on: machine)
    let ride = try await machine.run("ride", "status", "--json").document(RideDocument.self).ride
    let tree = CommandTree.koober(dependency: machine.dependency(ScriptedTerminal()))
    func offered(_ words: String...) async -> [String] {
      let request = tree.parse(["__complete", "zsh", "koober"] + words).request
      guard case .complete(let request) = request else { return [] }
      return await tree.candidates(for: request)?.map(\.value) ?? []
    }

    #expect(await offered("flags", "explain", "ride-op") == ["ride-options-layout"])
    #expect(await offered("flags", "set", "ride-options-layout", "c") == ["cards"])
    #expect(
      await offered("ride", "options", "--flag", "ride-options-layout=").sorted()
        == ["ride-options-layout=cards", "ride-options-layout=table"])
    #expect(await offered("friends", "remove", "") == ["grace@example.org"])
    #expect(await offered("share", "ride", "--with", "g") == ["grace@example.org"])
    #expect(await offered("ride", "cancel", "") == [ride.id.rawValue])
    let choice = PrivateFile(path: machine.home.path(of: "config/cloud.json"))
    try choice.write(Array("{bad".utf8))
    #expect(await offered("ride", "cancel", "") == [])
    try choice.delete()
    await machine.signUp("Eve")
    _ = await machine.run("friends", "add", "ada@example.org")
    await machine.signIn("Ada")
    #expect(await offered("friends", "accept", "") == ["eve@example.org"])
    _ = await machine.run("sign-out")
    #expect(await offered("friends", "remove", "") == [])
  }

  @Test func `The list of settings says where each comes from`() async throws {
    var machine = try TestMachine()
    try PrivateFile(path: machine.home.path(of: "config/cloud.json"))
      .write(Array(#"{"cloud": "https://cloud.example.org"}"#.utf8))
    machine.environment = ["NO_COLOR": "1", "ACCESSIBLE": "1"]

    let file = await machine.run("config", "list").output
    let option = await machine.run("config", "list", "--cloud", "embedded", "--timeout", "3").output

    #expect(
      file.contains("cloud\thttps://cloud.example.org\t\(machine.home.path)/config/cloud.json"))
    #expect(file.contains("color\tnever\tNO_COLOR"))
    #expect(file.contains("accessible\t1\tACCESSIBLE"))
    #expect(file.contains("data folder\t\(machine.home.path)/data\tKOOBER_HOME"))
    #expect(option.contains("cloud\tembedded\t--cloud"))
    #expect(option.contains("timeout\t3.0 s\t--timeout"))
    #expect(option.contains("output\ttext\tbuilt-in"))
    machine.cloud = "https://other.example.org"
    let variable = await machine.run("config", "list").output
    #expect(variable.contains("cloud\thttps://other.example.org\tKOOBER_CLOUD"))
  }

  @Test func `The status says who is signed in, and where the session is kept`() async throws {
    let machine = try TestMachine()
    #expect(await machine.run("status").output.hasPrefix("Signed in\tno\nSession\t"))
    await machine.signUp("Ada")

    let text = await machine.run("status").output
    let json = await machine.run("status", "--json").output

    #expect(text.hasPrefix("Signed in\tAda <ada@example.org>\nSession\t"))
    #expect(text.contains("\nCloud\tembedded, \(machine.home.path)/data/cloud"))
    for key in ["signedIn", "profile", "sessionStore", "cloud", "variants"] {
      #expect(json.contains("\"\(key)\""))
    }
  }

  @Test func `Times are those of the time zone for people, and UTC in JSON`() async throws {
    let process = KooberProcess(home: try TemporaryFolder())
    let zone = "TZ=XYZ-10 exec"
    #expect(try await process.signUp(on: zone).status == 0)
    #expect(try await process.requestRide().status == 0)

    let text = try await process.run(["ride", "history"], launch: zone)
    let json = try await process.run(["ride", "history", "--json"], launch: zone)

    let ride = try JSONCoding.decode(RidesDocument.self, from: Data(json.output.utf8)).rides[0]
    let local = Formatters.time(ride.requestedAt + 10 * 3600).replacing("UTC", with: "XYZ")
    #expect(text.output.hasPrefix(local))
    #expect(json.output.contains("Z\""))
  }

  @Test func `A file that is named - is the standard input`() async throws {
    let process = KooberProcess(home: try TemporaryFolder())

    let places = try await process.run(
      ["places", "import", "-", "--format", "csv"],
      input: "name,latitude,longitude\nOpera Bar,-33.8578,151.2140\n")

    #expect(places.output == "1 imported, 0 updated, 0 skipped.\n", "\(places.error)")
  }

  /// Ada shares a ride with Grace, and is signed in.
  private static func shareRide(on machine: TestMachine) async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")
    _ = await machine.run(
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
    #expect(await machine.run("share", "ride", "--with", "grace@example.org").status == 0)
  }
}
