import Core
import Observation
import Terminal

/// How many items of the inbox are unread, and what has just arrived, whatever screen is shown.
@MainActor
@Observable
final class InboxStatus: StatusProvider {
  /// How long the known number may be old.
  static let refreshInterval = Duration.seconds(5)
  /// How many items are looked at; more are not counted.
  private static let limit = 20

  private(set) var unread = 0
  /// The items that are no news; `nil` before the first response.
  private var known: Set<Identifier<Post>>?
  private let postRepository: any PostRepository
  private let clock: any Clock<Duration>

  init(postRepository: any PostRepository, clock: any Clock<Duration>) {
    self.postRepository = postRepository
    self.clock = clock
  }

  var status: Styled? {
    guard unread > 0 else { return nil }
    return "Inbox: \(unread == Self.limit ? "\(unread)+" : "\(unread)") new"
  }

  /// Renews the number; after a failure the last known one stays.
  func refresh(announce: (String) -> Void) async {
    guard let items = try? await postRepository.inbox(limit: Self.limit) else { return }
    let count = items.count { !$0.read }
    if unread != count { unread = count }
    if let known {
      for item in items.reversed() where !known.contains(item.id) && !item.read {
        announce("\(item.from.name) shared: \(item.text)")
      }
    }
    known = (known ?? []).union(items.map(\.id))
  }

  func follow(announce: @escaping @MainActor (String) -> Void) async {
    await refresh(announce: announce)
    await clock.repeatedly(after: Self.refreshInterval) { await refresh(announce: announce) }
  }
}
