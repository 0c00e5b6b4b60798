import Basics
@_spi(SessionIssuer) import Core

/// An actor's own generator, account and way to the cloud.
struct SimulatedAccount: Sendable {
  enum Kind: String, Sendable {
    case driver, rider
  }

  let kind: Kind
  let number: Int
  let seed: Int
  let client: CloudClient
  let clock: any WallClock
  let registry: SimulationRegistry

  /// The name of the actor in reports.
  var name: String { "\(kind.rawValue) \(number)" }

  /// The actor's random numbers, which depend on no other actor.
  func makeGenerator() -> SplitMix64 {
    SplitMix64(UInt64(seed), kind == .driver ? 1 : 2, UInt64(number))
  }

  /// Opens the account and a session; an account of an earlier run with the seed is used again.
  func signUp() async throws(CloudError) -> UserSession {
    var generator = SplitMix64(UInt64(seed), kind == .driver ? 3 : 4, UInt64(number))
    let password = Secret("\(generator.next())-\(String(generator.next(), radix: 36))")
    let email = "\(kind.rawValue)-\(seed)-\(number)@simulation.example"
    let account = NewAccount(
      name: "Sim \(name)", nickname: "", email: email, mobileNumber: "+61 491 570 156",
      password: password)
    do throws(CloudError) {
      return try await client.call(CloudAPI.signUp, body: account).session
    } catch {
      guard case .refused(let detail) = error, detail.code == .emailTaken else { throw error }
      let credentials = Credentials(email: email, password: password)
      return try await client.call(CloudAPI.signIn, body: credentials).session
    }
  }

  /// Follows the events of a session until the task is cancelled.
  func follow(_ session: UserSession, receive: @escaping @Sendable (RiderEvent) -> Void) async {
    repeat {
      await registry.attempt { [client] in
        try await client.followEvents(after: nil, session: session) { event, _ in receive(event) }
      }
      // A stream that has ended is opened again, not at once.
    } while (try? await clock.sleep(for: .seconds(1))) != nil
  }
}
