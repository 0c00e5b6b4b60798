import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

struct DocumentTests {
  private static let person = Person(id: RiderProfile.johnny.id, name: "Johnny")
  private static let date = Date(timeIntervalSince1970: 1_767_225_600)

  private static let values: [any Encodable & Sendable] = [
    Ride.sample(state: .requested, secondsUntilPickup: nil),
    Post(id: Identifier("1"), author: person, text: "Hi", ride: nil, createdAt: date),
    InboxItem(
      id: Identifier("1"), from: person, text: "Hi", ride: nil, sharedAt: date, read: false),
  ]

  @Test(arguments: values)
  func `A document has a key for each property, also for what is absent`(
    value: any Encodable & Sendable
  ) throws {
    let document = try JSON(encoding: value)

    let properties = Mirror(reflecting: value).children.flatMap { label, value in
      // A ride's document has the members of its request, but not the quote that was accepted.
      value is RideRequest
        ? Mirror(reflecting: value).children.compactMap(\.label).filter { $0 != "quote" }
        : [label].compactMap(\.self)
    }
    // What follows from the others, for those who read only the document.
    let derived = value is Ride ? ["amountDue", "distanceMeters"] : []
    #expect(document.object?.names.sorted() == (properties + derived).sorted())
  }

  @Test(
    arguments: [
      Ride.sample(state: .requested, secondsUntilPickup: nil), Ride.sample(state: .accepted),
      RideOption(
        id: .kangaroo, price: Money(currency: "AUD", minorUnits: 900), secondsUntilPickup: 60,
        distanceMeters: 1200, durationSeconds: 300,
        quote: Quote(id: Identifier("q1"), expiresAt: .distantFuture)),
      Place(
        id: Identifier("p1"), name: "Bennelong Point", location: .defaultLocation, distanceMeters: 5
      ),
      Place(id: Identifier("p2"), name: "Circular Quay", location: .defaultLocation),
      Waypoint(.defaultLocation, name: "Home"),
    ] as [any Encodable & Sendable])
  func `A model is written with its members in order`(value: any Encodable & Sendable) throws {
    let document = String(decoding: try JSONCoding.encode(value), as: UTF8.self)

    #expect(document == (try JSON(parsing: document).serialized(.sortedKeys)))
  }

  @Test func `Each code of an error has its HTTP status`() {
    let codes = Dictionary(grouping: ErrorResponse.Code.allCases, by: \.status)

    #expect(
      codes == [
        400: [.invalidRequest], 401: [.wrongCredentials, .notSignedIn, .notAdministrator],
        403: [.driverNotAdmitted], 404: [.notFound, .noSuchEndpoint], 405: [.methodNotAllowed],
        409: [
          .emailTaken, .rideUnderway, .rideNotCancellable, .rideEnded, .ownEmail, .riderBlocked,
          .notDriver, .plateTaken, .shiftOpen, .noShift, .offerClosed, .wrongStep,
          .wrongCode, .rated, .feeChanged,
        ],
        410: [.quoteExpired], 412: [.changedMeanwhile], 413: [.tooLarge],
        422: [.invalidField, .idempotencyKeyReused, .quoteInvalid, .noRoad],
        428: [.conditionMissing], 429: [.tooManyRequests], 500: [.internalError],
        503: [.tryAgainLater, .routesUnavailable],
      ])
  }
}
