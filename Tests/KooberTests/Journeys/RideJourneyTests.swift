import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

/// The main job, from an empty machine to a shared and completed ride.
struct RideJourneyTests {
  @Test(arguments: TestCloud.allCases)
  func `Two riders sign up, one rides and shares, the other sees it`(cloud: TestCloud) async throws
  {
    try await cloud.withMachine { machine in
      await machine.signUp("Grace")
      await machine.signUp("Ada")
      let invited = await machine.run("friends", "add", "grace@example.org")
      #expect(invited.output.hasPrefix("Invited grace@example.org"))
      await machine.signIn("Grace")
      #expect(await machine.run("friends", "accept", "ada@example.org").status == 0)
      await machine.signIn("Ada")

      let requested = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json")
      #expect(requested.status == 0)
      let ride = try requested.document(RideDocument.self).ride
      #expect(ride.state == .requested)
      #expect(ride.dropoff.name == "Opera House")

      let shared = await machine.run("share", "ride", "--with", "grace@example.org", "--json")
      let post = try shared.document(ShareDocument.self).post
      #expect(post.ride?.id == ride.id)

      await machine.signIn("Grace")
      let items = try await machine.run("inbox", "--json").document(InboxDocument.self).items
      #expect(items.map(\.id) == [post.id])
      #expect(items.map(\.ride?.id) == [ride.id])
      let opened = await machine.run("open", "koober://share/\(post.id)")
      #expect(opened.status == 0)
      #expect(opened.output.contains("Opera House"))
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A ride arrives, takes the rider and ends as time passes`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")
      let options = await machine.run("ride", "options", "--to", "Opera House", "--json")
      let ride = await machine.request(option: "kangaroo")
      for key in ["distanceMeters", "durationSeconds"] {
        let trip = try #require(options.output.firstMatch(of: try Regex("\"\(key)\": [0-9]+,?"))).0
        #expect(ride.output.contains(trip))
      }
      #expect(ride.output.contains(#""amountDue": null"#))
      var states: [RideState] = []

      for _ in 0..<200 {
        let rides = try await machine.run("ride", "history", "--json").document(RidesDocument.self)
        let state = try #require(rides.rides.first?.state)
        if states.last != state { states.append(state) }
        machine.clock.advance(by: .seconds(20))
      }

      #expect(states == [.requested, .accepted, .arriving, .arrived, .onTrip, .completed])
      #expect(await machine.run("ride", "status").status == 66)
      let ended = try await machine.run("ride", "history", "--json").document(RidesDocument.self)
      let receipt = await machine.run("ride", "status", try #require(ended.rides.first).id.rawValue)
      #expect(receipt.output.contains("Fare\tAUD 18.00\n"))
      #expect(receipt.output.contains("Trip\t1.2 km, 3 min\n"))
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A cancelled ride makes room for a new one`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")
      await machine.request(option: "wallabee")
      let second = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json")
      #expect(second.status == 1)
      #expect(second.output == "")

      let cancelled = await machine.run("ride", "cancel", "--yes", "--json")
      let nothing = #/"amountDue": {\s+"currency": "AUD",\s+"minorUnits": 0\s/#
      #expect(cancelled.output.contains(nothing))
      #expect(await machine.run("ride", "history").output.contains("AUD 0.00"))
      let third = await machine.request(option: "wallaroo")

      #expect(try cancelled.document(RideDocument.self).ride.state == .cancelled)
      #expect(third.status == 0)
      let rides = try await machine.run("ride", "history", "--json").document(RidesDocument.self)
      #expect(rides.rides.map(\.option.id) == [.wallaroo, .wallabee])
      let fourth = await machine.run("ride", "cancel", "--yes")
      #expect(fourth.output.contains("Fare\tnothing to pay\n"))
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A request that is repeated with its key is one ride`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let first = try await machine.request(key: "k-1").document(RideDocument.self).ride
      let second = try await machine.request(key: "k-1").document(RideDocument.self).ride

      #expect(first.id == second.id)
      let rides = try await machine.run("ride", "history", "--json").document(RidesDocument.self)
      #expect(rides.rides.count == 1)
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A dry run sends nothing`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let outcome = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--dry-run")

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("Nothing was sent"))
      #expect(await machine.run("ride", "status").status == 66)
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A rider who does not confirm gets no ride`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let outcome = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", capabilities: .terminal(),
        answers: [.line("n")])

      #expect(outcome.status == 2)
      #expect(await machine.run("ride", "status").status == 66)
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A ride of another rider is as absent as one that does not exist`(cloud: TestCloud)
    async throws
  {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")
      let ride = try await machine.request(option: "wallabee").document(RideDocument.self).ride
      await machine.signUp("Grace")

      let foreign = await machine.run("ride", "status", ride.id.rawValue)
      let absent = await machine.run("ride", "status", String(ride.id.rawValue.reversed()))

      #expect(foreign.status == 66)
      #expect(absent.status == 66)
      let shape = foreign.error.replacing(ride.id.rawValue, with: "X")
      #expect(shape == absent.error.replacing(String(ride.id.rawValue.reversed()), with: "X"))
    }
  }

  @Test func `Who is no driver yet is told how to become one`() async throws {
    let machine = try TestMachine()
    await machine.signUp("Ada")

    let outcome = await machine.run("drive", "status")

    #expect(outcome.status == 1)
    #expect(outcome.error.contains("'koober drive register'"))
  }

  @Test(arguments: TestCloud.allCases)
  func `Watching in a pipe prints a line for each change of state`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")
      await machine.request(option: "wallabee")

      let watching = Task { await machine.run("ride", "status", "--watch", "--json") }
      let end = Task {
        while !Task.isCancelled {
          try await machine.clock.waitForSleepers()
          machine.clock.advance(by: .seconds(30))
        }
      }
      defer { end.cancel() }
      let outcome = try await watching.outcome("the end of watching")
      end.cancel()
      machine.clock.advance(by: .seconds(1))

      let states = outcome.output.split(separator: "\n").compactMap { line in
        RideState.allCases.first { line.contains("\"state\":\"\($0.rawValue)\"") }
      }
      #expect(outcome.status == 0)
      #expect(states == [.requested, .accepted, .arriving, .arrived, .onTrip, .completed])
    }
  }
}

extension TestMachine {
  @discardableResult
  fileprivate func request(
    option: String = "wallabee", key: String? = nil
  ) async -> TestMachine.Outcome {
    let keyed = key.map { ["--idempotency-key", $0] } ?? []
    return await run(
      ["ride", "request", "--to", "Opera House", "--option", option, "--yes", "--json"] + keyed)
  }
}
