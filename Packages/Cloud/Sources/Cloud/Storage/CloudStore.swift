/// Everything that the cloud keeps.
///
/// Each method is one atomic step, and what it reports as done survives a crash. Methods block
/// until the work is done; ``Workers`` keeps them off the threads that must not wait.
package typealias CloudStore = AccountStore & AdminTokenStore & AuditStore & ExperimentStore
  & FriendStore & MaintenanceStore & ObservedStore & PlaceStore & PostStore & RideStore
  & SchemaStore & SessionStore
