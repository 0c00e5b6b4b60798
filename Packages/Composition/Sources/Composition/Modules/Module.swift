/// A type that is put together from two things: what it always needs and what it needs this time.
///
/// `Dependency` is known when the graph is composed (services, other factories); `Payload` is
/// known only at run time (a session, a location, a post). Either may be left out.
public protocol Module {
  /// What the graph supplies, once for all instances.
  associatedtype Dependency = Void
  /// What the consumer supplies, anew for each instance.
  associatedtype Payload = Void
}
