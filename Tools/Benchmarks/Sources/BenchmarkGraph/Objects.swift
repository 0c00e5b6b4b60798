package import Composition

/// The session of a rider, known only at run time.
package struct UserSession: Sendable {
  let rider: Int
  package init(rider: Int) { self.rider = rider }
}

package protocol UserSessionRepository: AnyObject, Sendable {}

/// The one long-lived object that every scope needs.
package final class CloudUserSessionRepository: UserSessionRepository {
  private let remoteAPI, store, coder: Leaf

  package init(remoteAPI: Leaf, store: Leaf, coder: Leaf) {
    self.remoteAPI = remoteAPI
    self.store = store
    self.coder = coder
  }
}

/// An object that needs no other, such as a cache or a navigator.
package final class Leaf: Sendable {
  package init() {}
}

/// The view model of a form or a profile.
package final class AccountModel: Sendable {
  private let userSessionRepository: any UserSessionRepository

  package init(_ userSessionRepository: any UserSessionRepository) {
    self.userSessionRepository = userSessionRepository
  }
}

/// The view model of the signed-in part.
package final class SignedInModel: Sendable {
  private let session: UserSession
  private let notifications: Leaf

  package init(session: UserSession, notifications: Leaf) {
    self.session = session
    self.notifications = notifications
  }
}

/// Requests rides from the cloud.
package final class RideAPI: Sendable {
  private let session: UserSession
  package init(session: UserSession) { self.session = session }
}

/// The view model of the pick-up, of the map or of the ride options.
package final class RideModel: Sendable {
  private let rideAPI: RideAPI
  private let cache: Leaf?

  package init(_ rideAPI: RideAPI, cache: Leaf? = nil) {
    self.rideAPI = rideAPI
    self.cache = cache
  }
}

/// A module with both halves, for the rows about factories.
package final class RideScreen: FactoryModule {
  package typealias Factory = Composition.Factory<RideScreen>

  package struct Dependency: Sendable {
    let userSessionRepository: any UserSessionRepository
    let rideAPI: RideAPI
  }

  package struct Payload: Sendable {
    let ride: Int
    package init(ride: Int) { self.ride = ride }
  }

  private let dependency: Dependency
  private let payload: Payload

  package init(dependency: Dependency, payload: Payload) {
    self.dependency = dependency
    self.payload = payload
  }
}
