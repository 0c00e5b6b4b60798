import BasicsTesting
import Synchronization
import Testing

/// What the cloud tells, to whoever listens.
private final class CloudEvents: Sendable {
  private let listeners = Mutex<[Int: AsyncStream<String>.Continuation]>([:])

  var listenerCount: Int { listeners.withLock { $0.count } }

  func updates() -> AsyncStream<String> {
    AsyncStream { continuation in
      let number = listeners.withLock { listeners in
        listeners[listeners.count] = continuation
        return listeners.count - 1
      }
      continuation.onTermination = { [weak self] _ in
        self?.listeners.withLock { _ = $0.removeValue(forKey: number) }
      }
    }
  }

  func tell(_ event: String) {
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield(event) }
  }
}

/// A subscription that its own task keeps alive: it outlives the scope.
@MainActor
private final class EndlessInbox {
  private(set) var newest = ""
  private var listening: Task<Void, Never>?

  init(events: CloudEvents) {
    listening = Task {
      for await event in events.updates() { newest = event }
    }
  }

  deinit { listening?.cancel() }
}

/// A subscription that ends with the scope that holds it.
@MainActor
private final class Inbox {
  private(set) var newest = ""
  private var listening: Task<Void, Never>?

  init(events: CloudEvents) {
    // Before the task, so that nothing is missed until it runs.
    let updates = events.updates()
    listening = Task { [weak self] in
      for await event in updates { self?.newest = event }
    }
  }

  deinit { listening?.cancel() }
}

@MainActor
private struct RiderContainer {
  let inbox: Inbox

  init(events: CloudEvents) { inbox = Inbox(events: events) }
}

@MainActor
struct SubscriptionTests {
  private let events = CloudEvents()

  @Test func `A task that holds its owner keeps the scope`() async throws {
    weak var left: EndlessInbox?
    do {
      let inbox = EndlessInbox(events: events)
      left = inbox
      try await eventually("a listener") { events.listenerCount > 0 }
    }

    #expect(left != nil)
    #expect(events.listenerCount == 1)
  }

  @Test func `A subscription ends with its scope`() async throws {
    var container: RiderContainer? = RiderContainer(events: events)
    weak let left = container?.inbox
    #expect(events.listenerCount == 1)

    container = nil
    #expect(left == nil)
    try await eventually("the end of the subscription") { events.listenerCount == 0 }
  }

  @Test func `One scope has one subscription, for all that listen`() async throws {
    let container = RiderContainer(events: events)
    let (screen, status) = (container.inbox, container.inbox)
    events.tell("Grace shared a ride")
    try await eventually("the news on the screen") { !screen.newest.isEmpty }

    #expect(status.newest == "Grace shared a ride")
    #expect(events.listenerCount == 1)
  }
}
