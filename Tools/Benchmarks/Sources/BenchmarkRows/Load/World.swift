import Basics
import BenchmarkKit
import Cloud
@_spi(SessionIssuer) import Core

/// Riders with sessions, each with a ride, and places, in a database that a server then serves.
struct World {
  static let riderCount = 512

  /// Fills a database, and returns the lines of its riders: a token, a ride and an e-mail.
  static func fill(_ database: CloudDatabase, places: Int, in folder: TemporaryFolder) async throws
    -> String
  {
    let container = CloudContainer(
      dependencies: BenchDependencies(
        database: database, clock: SystemWallClock(), workers: WorkerPool(count: 1, waiting: 16)))
    let client = CloudClient(transport: RouterTransport(router: container.makeRouter()))
    var lines = ""
    for number in 0..<riderCount {
      let email = "rider\(number)@example.org"
      let account = NewAccount(
        name: "Rider \(number)", nickname: "R", email: email, mobileNumber: "0491570156",
        password: Secret("correct horse"))
      let session = try await client.call(CloudAPI.signUp, body: account).session
      let ride = try await client.call(CloudAPI.requestRide, body: .trip, session: session)
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideParameters(ride: ride.id), session: session)
      lines += "\(session.remoteSession.token.revealed) \(ride.id) \(email)\n"
    }
    let file = try folder.write(csv(count: places), to: "places.csv")
    _ = try await container.makePlaceImporter().importPlaces(from: file)
    return lines
  }

  /// Places whose names begin in 25 ways.
  private static func csv(count: Int) -> String {
    let beginnings = [
      "Alb", "Bel", "Corington", "Dar", "Eli", "Fern", "Gar", "Hal", "Il", "Jes", "Kirr", "Lan",
      "Mar", "Nor", "Ol", "Par", "Quea", "Ros", "San", "Tor", "Und", "Vau", "Wal", "Yar", "Zet",
    ]
    return (0..<count).reduce(into: "id,name,latitude,longitude\n") { text, number in
      let latitude = Double(number * 7919 % 17_000) / 100 - 85
      let longitude = Double(number * 104_729 % 35_900) / 100 - 179.5
      let name = "\(beginnings[number * 7 % beginnings.count]) \(number / 400)"
      text += "p\(number),\(name),\(latitude),\(longitude)\n"
    }
  }
}
