import Core
import Synchronization

/// The open scope of one rider: the rider's container, and the one container of each feature in it.
///
/// The opener keeps it for everything that the rider meets: menu, status line, links, ride menu,
/// commands. The containers ask the rider's, which knows none of them, so all of them end with this.
final class RiderScope: Sendable {
  let container: RiderContainer
  private let children = Mutex<[ObjectIdentifier: any Sendable]>([:])

  init(_ container: RiderContainer) { self.container = container }

  /// Returns the scope's only container of a kind, which is opened when it is first asked for.
  func child<Child: Sendable>(_ open: (RiderContainer) -> () -> Child) -> Child {
    children.withLock { children in
      if let child = children[ObjectIdentifier(Child.self)] as? Child { return child }
      let child = open(container)()
      children[ObjectIdentifier(Child.self)] = child
      return child
    }
  }
}

extension AppContainer {
  /// Opens the scope of a session, with the flags as the files say now.
  func openRiderScope(of session: UserSession) -> RiderScope {
    refreshFlags()
    return RiderScope(RiderContainer(parent: self, session: session))
  }
}
