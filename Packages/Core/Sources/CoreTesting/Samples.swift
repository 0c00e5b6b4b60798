@_spi(SessionIssuer) public import Core
import FoundationEssentials

extension RiderProfile {
  /// A rider called Johnny.
  public static let johnny = RiderProfile(
    id: Identifier("johnny"), name: "Johnny Appleseed", nickname: "Johnny",
    email: "johnny@gmail.com", mobileNumber: "+61 491 570 156")

  /// Another rider, called Ada.
  public static let ada = RiderProfile(
    id: Identifier("ada"), name: "Ada Lovelace", nickname: "Ada", email: "ada@example.org",
    mobileNumber: "+61 491 570 157")
}

extension UserSession {
  /// Johnny's session; expires on 2030-01-01.
  public static let johnny = sample()

  /// A session that no cloud opened; expires on 2030-01-01.
  public static func sample(
    of profile: RiderProfile = .johnny, token: String = "johnnys-token"
  ) -> UserSession {
    UserSession(
      profile: profile,
      remoteSession: RemoteUserSession(
        token: Secret(token), expiresAt: Date(timeIntervalSince1970: 1_893_456_000)))
  }
}

extension NewAccount {
  /// The sign-up form of Johnny.
  public static let johnny = NewAccount(
    name: "Johnny Appleseed", nickname: "Johnny", email: "johnny@gmail.com",
    mobileNumber: "+61 491 570 156", password: Secret("correct horse"))
}

extension Location {
  /// The Sydney Opera House.
  public static let operaHouse = Location(nearestTo: -33.858667, 151.214028)
  /// The Apple Store in Sydney.
  public static let appleStore = Location(nearestTo: -33.868781, 151.206645)
}

extension Ride {
  /// A ride of Johnny's from the Opera House to the Apple Store, in a state of the test's choice.
  public static func sample(
    id: String = "ride-1", state: RideState = .accepted, secondsUntilPickup: Int? = 120,
    cancellation: RideCancellation? = nil, cancellationFee: CancellationFee? = nil,
    fare: Money? = nil
  ) -> Ride {
    Ride(
      id: Identifier(id), state: state,
      request: RideRequest(
        pickup: Waypoint(.operaHouse, name: "Opera House"),
        dropoff: Waypoint(.appleStore, name: "Apple Store"), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 1250),
      requestedAt: Date(timeIntervalSince1970: 1_767_225_600),
      car: state == .requested
        ? nil : Car(model: "Toyota Camry", plate: "KBR 042", location: .operaHouse),
      driver: state == .requested ? nil : Driver(name: "Ruby"),
      secondsUntilPickup: secondsUntilPickup, secondsUntilDropoff: state.isEnded ? nil : 900,
      route: [.operaHouse, .appleStore], cancellation: cancellation,
      cancellationFee: cancellationFee, fare: fare)
  }
}
