import BasicsTesting
import Basics
import CloudTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Servers and databases that are killed at any moment while riders request rides.
struct SurvivalTests {
  /// How often something is killed; more of it by hand, with KOOBER_FAULT_ROUNDS.
  private static let rounds =
    ProcessInfo.processInfo.environment["KOOBER_FAULT_ROUNDS"].flatMap(Int.init) ?? 8

  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `Every ride that was confirmed to a rider exists once, and no other does`() async throws {
    let database = try PostgreSQLServer(programs: #require(PostgreSQLServer.programs))
    try await database.withDatabase { (url) async throws in
      try await survive(on: url, crashDatabase: database.crash)
    }
  }

  @Test func `Every ride that was confirmed is in the file once, and no other is`() async throws {
    try await survive(on: "sqlite:\(program.home.path)/cloud.sqlite", crashDatabase: nil)
  }

  /// Kills the servers of a database again and again, or the database.
  private func survive(on database: String, crashDatabase: (() throws -> Void)?) async throws {
    let serve = { try await program.serve("--database", database, "--rate-limits", "none") }
    var servers = [try await serve(), try await serve()]
    // So many that writers of a file wait for one another, and share transactions.
    let sessions = try await signUp(8, on: servers[0])
    let load = RideLoad(ports: servers.map(\.port))
    let riding = Task { await ride(sessions, load) }

    defer { load.stop() }
    try await load.waitForRides(10)
    for round in 0..<Self.rounds {
      if let crashDatabase, Bool.random() {
        try crashDatabase()
      } else {
        let index = round % servers.count
        #expect(await servers[index].end(SIGKILL) == 128 + SIGKILL)
        servers[index] = try await serve()
        load.replace(index, with: servers[index].port)
      }
      try await load.waitForRides(Int.random(in: 1...20))
    }
    load.stop()

    for told in try await riding.outcome(
      "the end of the riders", rounds: WaitBound.roundsForPrograms)
    {
      #expect(told.surprises == [])
      let history = try await servers[0].client().call(
        CloudAPI.rideHistory, parameters: PageRequest(limit: 1000), session: told.session)
      let known = history.rides.map(\.id.rawValue)
      // The newest thousand are enough to find one that is there twice or not at all.
      #expect(known == told.rides.reversed().prefix(1000).map { $0 })
    }
    for server in servers { #expect(await server.end() == 0) }
  }

  private func ride(_ sessions: [UserSession], _ load: RideLoad) async -> [RideLoad.Told] {
    await withTaskGroup { group in
      for session in sessions { group.addTask { await load.ride(session) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func signUp(_ count: Int, on server: ServerProcess) async throws -> [UserSession] {
    var sessions: [UserSession] = []
    for number in 0..<count {
      let account = NewAccount(
        name: "Rider \(number)", nickname: "", email: "rider\(number)@example.com",
        mobileNumber: "+61 491 570 156", password: Secret("correct horse"))
      sessions.append(try await server.client().call(CloudAPI.signUp, body: account))
    }
    return sessions
  }
}
