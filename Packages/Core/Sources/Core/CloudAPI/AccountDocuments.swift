public import FoundationEssentials

/// One of a rider's open sessions.
public struct SessionSummary: Codable, Hashable, Sendable {
  /// A session that is not used for so many days expires.
  public static let idleDays = 30
  /// A session ends so many days after it was opened.
  public static let longestDays = 180
  /// The most sessions of an account; the oldest ends for a new one.
  public static let largestCount = 20
  /// How exact ``usedAt`` is, in hours.
  public static let hoursOfUse = 24

  /// Names the session; says nothing about its token.
  public let id: Identifier<UserSession>
  public let openedAt: Date
  /// The day on which it was last used, exact to ``hoursOfUse``.
  public let usedAt: Date
  public let endsAt: Date
  /// Whether it is the session that asks.
  public let isCurrent: Bool

  public init(
    id: Identifier<UserSession>, openedAt: Date, usedAt: Date, endsAt: Date, isCurrent: Bool
  ) {
    (self.id, self.openedAt, self.usedAt) = (id, openedAt, usedAt)
    (self.endsAt, self.isCurrent) = (endsAt, isCurrent)
  }
}

/// A rider's open sessions, newest first.
public struct SessionList: Codable, Equatable, Sendable {
  public let sessions: [SessionSummary]
  public init(sessions: [SessionSummary]) { self.sessions = sessions }
}

/// Names one session.
public struct SessionParameters: Codable, Equatable, Sendable {
  public let session: Identifier<UserSession>
  public init(session: Identifier<UserSession>) { self.session = session }
}

/// Everything that the cloud keeps of a rider.
public struct AccountExport: Codable, Equatable, Sendable {
  public let profile: RiderProfile
  public let signedUpAt: Date
  public let sessions: [SessionSummary]
  /// Newest first.
  public let rides: [Ride]
  public let friends: FriendList
  public let blocked: [Friend]
  /// The rides whose other side the rider has blocked; `nil` from a cloud without such blocks.
  public let blockedRides: [Identifier<Ride>]?
  /// The posts that the rider has written, newest first.
  public let posts: [SharedPost]
  /// The posts that were shared with the rider, newest first.
  public let inbox: [InboxItem]
  /// The subject of flags: the installation of the sign-up, or a random text.
  public let flagSubject: String?
  /// The rider as a driver, and the rides driven, newest first.
  public let driving: DriverStatus?
  public let drivenRides: [DrivenRide]?
  /// The offers made to the rider as a driver, newest first.
  public let offers: [PastOffer]?
  /// Nobody is told which stars they have got: drivers learn the mean of ``DriverStatus/rating``.
  public let givenRatings: [GivenRating]?

  public init(
    profile: RiderProfile, signedUpAt: Date, sessions: [SessionSummary], rides: [Ride],
    friends: FriendList, blocked: [Friend], blockedRides: [Identifier<Ride>]? = nil,
    posts: [SharedPost], inbox: [InboxItem], flagSubject: String? = nil,
    driving: DriverStatus? = nil, drivenRides: [DrivenRide]? = nil,
    offers: [PastOffer]? = nil, givenRatings: [GivenRating]? = nil
  ) {
    (self.profile, self.signedUpAt, self.sessions) = (profile, signedUpAt, sessions)
    (self.rides, self.friends, self.blocked) = (rides, friends, blocked)
    self.blockedRides = blockedRides
    (self.posts, self.inbox, self.flagSubject) = (posts, inbox, flagSubject)
    (self.driving, self.drivenRides, self.offers) = (driving, drivenRides, offers)
    self.givenRatings = givenRatings
  }
}

/// What is kept of an offer to a driver.
public struct PastOffer: Codable, Equatable, Sendable {
  public let id: Identifier<RideOffer>
  public let ride: Identifier<Ride>
  public let state: String
  public let expiresAt: Date
  public let secondsToPickup: Int
  /// The corners of the way to the pick-up, from where the driver was; `nil` unless it was accepted.
  public let approach: [Location]?

  public init(
    id: Identifier<RideOffer>, ride: Identifier<Ride>, state: String, expiresAt: Date,
    secondsToPickup: Int, approach: [Location]?
  ) {
    (self.id, self.ride, self.state, self.expiresAt) = (id, ride, state, expiresAt)
    (self.secondsToPickup, self.approach) = (secondsToPickup, approach)
  }
}

/// The stars that a rider has given in one ride.
public struct GivenRating: Codable, Equatable, Sendable {
  public let ride: Identifier<Ride>
  /// 1 to 5.
  public let stars: Int
  public init(ride: Identifier<Ride>, stars: Int) { (self.ride, self.stars) = (ride, stars) }
}

/// A post with the riders whom its author has shared it with.
public struct SharedPost: Codable, Equatable, Sendable {
  public let post: Post
  public let sharedWith: [Person]

  public init(post: Post, sharedWith: [Person]) {
    (self.post, self.sharedWith) = (post, sharedWith)
  }
}
