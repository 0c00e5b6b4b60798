import Basics
@_spi(SessionIssuer) import Core
import FoundationEssentials

/// A driver's or rider's account, random numbers and way to the cloud.
struct SimulatedAccount: Sendable {
  /// The account's own numbers, so that its plans depend on no other one.
  let random: SplitMix64
  let client: CloudClient
  let session: UserSession
  let clock: any WallClock
  let registry: SharedRegistry
  let password: Secret

  /// Opens the account of a `driver` or `rider`; one of an earlier run with the seed is used again.
  init(_ kind: String, _ number: Int, of simulation: Simulation) async throws(CloudError) {
    let client = CloudClient(transport: simulation.transport)
    var random = SplitMix64(UInt64(simulation.seed), kind == "driver" ? 1 : 2, UInt64(number))
    let credentials = Credentials(
      email: "\(kind)-\(simulation.seed)-\(number)@simulation.example",
      password: Secret("\(random.next())-\(String(random.next(), radix: 36))"))
    let account = NewAccount(
      name: "Sim \(kind) \(number)", nickname: "", email: credentials.email,
      mobileNumber: "+61 491 570 156", password: credentials.password)
    do throws(CloudError) {
      session = try await client.call(CloudAPI.signUp, body: account).session
    } catch {
      guard case .refused(let detail) = error, detail.code == .emailTaken else { throw error }
      session = try await client.call(CloudAPI.signIn, body: credentials).session
    }
    (self.random, self.client) = (random, client)
    password = credentials.password
    (clock, registry) = (simulation.clock, simulation.registry)
    registry.withLock { $0.accounts += 1 }
  }

  /// Makes a call, and counts it and its errors; one that insists is repeated for 30 seconds while it
  /// has no answer. Returns `nil` when the cloud refuses a change.
  func call<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ parameters: Parameters, _ body: Body,
    key: String? = nil, insists: Bool = false
  ) async throws -> Response? {
    let end = clock.steadyNow + (insists ? 30 : 0)
    var outage = Outage()
    while true {
      registry.withLock { $0.calls += 1 }
      do throws(CloudError) {
        return try await client.call(
          endpoint, parameters: parameters, body: body, session: session, idempotencyKey: key)
      } catch {
        count(error)
        if case .refused = error, endpoint.method != .get { return nil }
        // Throws the error unless it may pass.
        try outage.bear(error, at: clock.steadyNow)
        guard clock.steadyNow < end else { throw error }
      }
      try await clock.sleep(for: .seconds(1))
    }
  }

  /// Makes a call that the cloud should perhaps refuse, which is no error of it.
  func attempt<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ parameters: Parameters, _ body: Body
  ) async -> Result<Response, CloudError> {
    registry.withLock { $0.calls += 1 }
    do throws(CloudError) {
      return .success(
        try await client.call(endpoint, parameters: parameters, body: body, session: session))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the events of the session, and `nil` every four seconds; there is a stream as long as
  /// they are iterated.
  func events() -> AsyncStream<RiderEvent?> {
    AsyncStream { continuation in
      let following = Task {
        repeat {
          registry.withLock { $0.calls += 1 }
          do throws(CloudError) {
            try await client.followEvents(after: nil, session: session) { event, _ in
              continuation.yield(event)
            }
          } catch {
            count(error)
          }
          // A stream that has ended is opened again, not at once.
        } while (try? await clock.sleep(for: .seconds(1))) != nil
      }
      let ticking = Task {
        while (try? await clock.sleep(for: .seconds(4))) != nil { continuation.yield(nil) }
      }
      continuation.onTermination = { _ in
        following.cancel()
        ticking.cancel()
      }
    }
  }

  private func count(_ error: CloudError) {
    // A call that the end of the run has cut off is no error of the cloud.
    guard !Task.isCancelled else { return }
    registry.withLock { $0.report.errors[error.problem.code, default: 0] += 1 }
  }
}
