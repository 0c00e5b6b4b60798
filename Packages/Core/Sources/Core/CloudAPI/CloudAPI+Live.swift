extension CloudAPI {
  public static let events = Endpoint<Empty, Empty, Empty>(
    "events", .get, "/events", access: .rider, cost: .rows, limit: .streams, isStream: true,
    summary: "Streams what changes for the rider: 'reset' with the rides under way, then 'ride', "
      + "'inbox', 'friends' and 'driving', each once and in order, and 'position' each second of "
      + "a ride under way. With the last id in Last-Event-ID it goes on there, with 'resumed'.")

  public static let createRideLink = Endpoint<RideParameters, Empty, RideLink>(
    "createRideLink", .post, "/rides/{ride}/links", access: .rider, cost: .rows, limit: .writes,
    creates: true,
    summary: "Returns a secret path to a page that follows the ride, without an account, until "
      + "\(RideLink.minutesAfterRide) minutes after its end.")

  public static let revokeRideLinks = Endpoint<RideParameters, Empty, RideLinkRevocation>(
    "revokeRideLinks", .delete, "/rides/{ride}/links", access: .rider, cost: .rows, limit: .writes,
    summary: "Ends all links to one of the rider's rides.")

  public static let linkedRide = Endpoint<RideLinkParameters, Empty, LinkedRide>(
    "linkedRide", .get, "/follow/{token}/ride", access: .anyone, cost: .rows, limit: .publicReads,
    summary: "Returns how far a ride has come to those who have a link to it.")

  public static let linkedRideEvents = Endpoint<RideLinkParameters, Empty, Empty>(
    "linkedRideEvents", .get, "/follow/{token}/events", access: .anyone, cost: .rows,
    limit: .streams, isStream: true,
    summary: "Streams a ride to those who have a link to it: 'ride' with each state, once, and "
      + "each second.")

  public static let linkedRideMap = Endpoint<LinkedMapParameters, Empty, MapTile>(
    "linkedRideMap", .get, "/follow/{token}/map/{zoom}/{x}/{y}", access: .anyone, cost: .longRead,
    limit: .publicReads, summary: "Returns a square of the map to those who have a link to a ride.")
}

extension RateLimit {
  /// Streams are opened seldom, and after a break by all at once.
  public static let streams = RateLimit(burst: 60, perMinute: 120)
}

/// A ride under way that a stream follows.
public struct LiveRide: Codable, Equatable, Sendable {
  /// Whether it is the rider's own; otherwise a friend has shared it.
  public let isOwn: Bool
  public let ride: Ride
  public init(isOwn: Bool, ride: Ride) { (self.isOwn, self.ride) = (isOwn, ride) }
}

/// The rides under way at the beginning of a stream.
public struct LiveRideList: Codable, Equatable, Sendable {
  public let rides: [LiveRide]
  public init(rides: [LiveRide]) { self.rides = rides }
}

/// How far a ride has come between two of its states.
public struct RidePosition: Codable, Equatable, Sendable {
  public let ride: Identifier<Ride>
  /// Where the car is, from the moment a driver accepts.
  public let car: Location?
  public let secondsUntilPickup: Int?
  public let secondsUntilDropoff: Int?

  /// The position of a ride.
  public init(_ ride: Ride) {
    self.ride = ride.id
    car = ride.car?.location
    secondsUntilPickup = ride.secondsUntilPickup
    secondsUntilDropoff = ride.secondsUntilDropoff
  }

  /// Reads a position; numbers that no trip has are an error.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    ride = try members.decode(Identifier.self, forKey: .ride)
    car = try members.decodeIfPresent(Location.self, forKey: .car)
    secondsUntilPickup = try members.decodeIfPresent(
      .secondsUntilPickup, in: PlausibleNumbers.seconds)
    secondsUntilDropoff = try members.decodeIfPresent(
      .secondsUntilDropoff, in: PlausibleNumbers.seconds)
  }
}

/// A change of a rider's inbox.
public struct InboxChange: Codable, Equatable, Sendable {
  /// What was shared; `nil` when something was read or taken back.
  public let post: Identifier<Post>?
  /// The ride under way that the post is about.
  public let ride: Ride?
  public init(post: Identifier<Post>?, ride: Ride? = nil) { (self.post, self.ride) = (post, ride) }
}

/// What a stream tells a rider.
public enum RiderEvent: Equatable, Sendable {
  /// The beginning, or a break in which something was lost: whatever else is known may be old.
  case reset([LiveRide])
  /// The stream goes on where it was.
  case resumed
  /// A ride has come to another state.
  case ride(LiveRide)
  case position(RidePosition)
  case inbox(InboxChange)
  /// The friends or the invitations have changed.
  case friends
  /// An offer, or the ride that the rider drives, has changed.
  case driving

  /// Reads an event; `nil` for one of a newer cloud.
  ///
  /// - Throws: `JSON.ParseError` or `DecodingError` for a document that is no such event's.
  public init?(_ event: ServerSentEvent) throws {
    switch event.name {
    case "reset": self = .reset(try JSONCoding.decode(LiveRideList.self, from: event.data).rides)
    case "resumed": self = .resumed
    case "ride": self = .ride(try JSONCoding.decode(LiveRide.self, from: event.data))
    case "position": self = .position(try JSONCoding.decode(RidePosition.self, from: event.data))
    case "inbox": self = .inbox(try JSONCoding.decode(InboxChange.self, from: event.data))
    case "friends": self = .friends
    case "driving": self = .driving
    default: return nil
    }
  }
}

extension ServerSentEvent {
  /// Writes an event.
  public init(_ event: RiderEvent, id: String? = nil) throws {
    switch event {
    case .reset(let rides): try self.init("reset", LiveRideList(rides: rides), id: id)
    case .resumed: try self.init("resumed", Empty(), id: id)
    case .ride(let ride): try self.init("ride", ride, id: id)
    case .position(let position): try self.init("position", position, id: id)
    case .inbox(let change): try self.init("inbox", change, id: id)
    case .friends: try self.init("friends", Empty(), id: id)
    case .driving: try self.init("driving", Empty(), id: id)
    }
  }
}

/// A link with which anyone can follow a ride.
public struct RideLink: Codable, Equatable, Sendable {
  /// How long after the end of the ride a link can be opened, in minutes.
  public static let minutesAfterRide = 10

  /// The secret end of the link: it cannot be guessed, and is not shown again.
  public let token: Secret

  public init(token: Secret) { self.token = token }

  /// The page's path.
  public var path: String { "/follow/\(token.revealed)" }
}

/// How many links were ended.
public struct RideLinkRevocation: Codable, Equatable, Sendable {
  public let count: Int
  public init(count: Int) { self.count = count }
}

/// Names a link.
public struct RideLinkParameters: Codable, Equatable, Sendable {
  public let token: Secret
  public init(token: Secret) { self.token = token }
}

/// Names a link and a square of the map.
public struct LinkedMapParameters: Codable, Equatable, Sendable {
  public let token: Secret
  public let zoom: Int
  public let x: Int
  public let y: Int
}

/// A ride as those see it who have a link: no names but the rider's first one, no places, no price.
public struct LinkedRide: Codable, Equatable, Sendable {
  /// The rider's first name.
  public let name: String
  public let state: RideState
  /// The car's plate, from the moment a driver accepts.
  public let plate: String?
  /// Where the car is, from the moment a driver accepts to the end.
  public let car: Location?
  /// Seconds until the car is at the pick-up, before that.
  public let secondsUntilPickup: Int?
  /// Seconds until the ride ends; absent once it has.
  public let secondsUntilDropoff: Int?

  public init(_ ride: Ride, name: String) {
    self.name = name
    state = ride.state
    plate = ride.car?.plate
    car = ride.state.isEnded ? nil : ride.car?.location
    secondsUntilPickup = ride.secondsUntilPickup
    secondsUntilDropoff = ride.secondsUntilDropoff
  }
}
