import CloudStore
import Basics
import Cloud
import CloudPostgreSQL
import CloudRoutes
import CloudServer
@_spi(SessionIssuer) import Core
import FoundationEssentials
import Glibc

/// Performs one operation on a cloud's file and prints the result, for tests that start many
/// processes at once and end them at any moment.
@main
struct CloudProbe: CloudDependencies {
  let database: CloudDatabase
  var clock: any WallClock { SystemWallClock() }
  var randomBytes: any RandomBytes { SystemRandomBytes() }
  var passwordHashing: PasswordHashingCost { .cheapest }
  var routeModel: any RouteModel { StreetGridRouteModel() }
  let workers = WorkerPool(count: 4, waiting: 1000)

  static let usage = """
    usage: cloud-probe DATABASE sign-up EMAIL
           cloud-probe DATABASE rides COUNT   requests and cancels rides, prints each identifier
           cloud-probe DATABASE import PLACES
           cloud-probe DATABASE search QUERY [LAT,LON]
           cloud-probe DATABASE serve PORT    over HTTP without limits, until the input ends
    DATABASE is a file or postgresql://…
    """

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3 else { return fail(usage, status: 64) }
    let probe = CloudProbe(database: database(arguments[0]))
    do {
      switch arguments[1] {
      case "sign-up": try await probe.signUp(arguments[2])
      case "rides": try await probe.requestRides(Int(arguments[2]) ?? 1)
      case "import": try await probe.importPlaces(arguments[2])
      case "serve": try await probe.serve(port: UInt16(arguments[2]) ?? 0)
      case "search": try await probe.search(arguments[2], near: arguments.dropFirst(3).first)
      default: fail(usage, status: 64)
      }
    } catch let error as any ProblemConvertible {
      fail("\(error.problem.code): \(error.problem.message)", status: 1)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func database(_ name: String) -> CloudDatabase {
    name.hasPrefix("postgresql://")
      ? .postgreSQL(url: name, connections: 4) : .sqlite(path: name, connections: 4)
  }

  private func serve(port: UInt16) async throws {
    var settings = ServerSettings(host: "127.0.0.1", port: port)
    settings.rateLimits = .none
    let server = HTTPServer(dependencies: self, settings: settings, log: JSONLinesLog())
    Self.report("listening \(try server.start())")
    while readLine() != nil {}
    await server.stop()
  }

  private func signUp(_ email: String) async throws {
    let session = try await client.call(CloudAPI.signUp, body: account(email: email)).session
    Self.report("signedUp \(session.profile.id)")
  }

  private func requestRides(_ count: Int) async throws {
    let email = "\(randomBytes.makeIdentifier())@example.com"
    let session = try await client.call(CloudAPI.signUp, body: account(email: email)).session
    let dropoff = Location(nearestTo: -33.858667, 151.214028)
    let trip = Trip(pickup: .defaultLocation, dropoff: dropoff)
    let options = try await client.call(CloudAPI.rideOptions, parameters: trip, session: session)
    let request = RideRequest(
      pickup: Waypoint(.defaultLocation), dropoff: Waypoint(dropoff), option: .wallabee,
      quote: options.options.first?.quote.id)
    for _ in 0..<count {
      let ride = try await client.call(CloudAPI.requestRide, body: request, session: session)
      Self.report("requested \(ride.id)")
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: session)
      Self.report("cancelled \(ride.id)")
    }
  }

  private func importPlaces(_ path: String) async throws {
    let importer = CloudContainer(dependencies: self).makePlaceImporter()
    let summary = try await importer.importPlaces(from: path)
    Self.report("imported \(summary.imported) \(summary.updated) \(summary.skipped)")
  }

  private func search(_ query: String, near text: String?) async throws {
    let near = try text.map { (text) throws(LocationError) in try Location(parsing: text) }
    let search = PlaceSearch(query: query, near: near, limit: 10)
    for place in try await client.call(CloudAPI.searchPlaces, parameters: search).places {
      Self.report("\(place.id)\t\(place.name)\t\(place.distanceMeters ?? -1)")
    }
  }

  private var client: CloudClient {
    CloudClient(transport: ProbeTransport(router: CloudContainer(dependencies: self).makeRouter()))
  }

  private func account(email: String) -> NewAccount {
    NewAccount(
      name: "Probe", nickname: "", email: email, mobileNumber: "+61 491 570 156",
      password: Secret("correct horse"))
  }

  /// Prints a line at once: a process that is killed afterwards has reported it.
  private static func report(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func fail(_ message: String, status: Int32) {
    print(message)
    exit(status)
  }
}

private struct ProbeTransport: CloudTransport {
  let router: CloudRouter

  /// Tries again when others have the file for longer than a statement waits, as riders do.
  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    while true {
      do throws(FileError) {
        return try await router.respond(to: request)
      } catch {
        guard error.kind == .busy else { throw .storage(error) }
      }
    }
  }
}
