/// A type that is put together from two things: what it always needs and what it needs this time.
///
/// `Dependency` exists when the graph is composed (services, other factories); `Payload`
/// only at run time (a session, a location, a post). Either may be left out.
public protocol Module {
  /// The dependency, which the graph supplies once for all instances.
  associatedtype Dependency = Void
  /// The payload, which the consumer supplies for each instance.
  associatedtype Payload = Void
}
