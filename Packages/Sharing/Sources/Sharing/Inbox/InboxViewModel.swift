import Core
import Observation

/// The inbox of the rider.
@MainActor
@Observable
final class InboxViewModel {
  enum Phase: Equatable {
    case loading
    case loaded
    /// The error is shown; the items are the last loaded ones.
    case failed(CloudError)
  }

  /// How many items a command lists when the rider names no limit.
  nonisolated static let usualLimit = 20

  private(set) var phase = Phase.loading
  /// Newest first.
  private(set) var items: [InboxItem] = []

  /// The item that is being read.
  private(set) var opened: InboxItem?

  private let postRepository: any PostRepository

  init(postRepository: any PostRepository) { self.postRepository = postRepository }

  /// Loads the newest items; also the retry after a failure.
  ///
  /// - Parameter limit: The most items to load, in `1...1000`.
  func load(limit: Int) async {
    phase = .loading
    await refresh(limit: limit)
  }

  /// Renews the items while they are shown.
  func refresh(limit: Int) async {
    do throws(CloudError) {
      let newest = try await postRepository.inbox(limit: limit)
      // An unchanged list is not set, so that nothing is drawn again.
      if items != newest { items = newest }
      if let opened, let item = items.first(where: { $0.id == opened.id }), item != opened {
        self.opened = item
      }
      if phase != .loaded { phase = .loaded }
    } catch {
      phase = .failed(error)
    }
  }

  /// Shows one item and marks it as read, in the cloud and here.
  func open(_ item: InboxItem) async {
    opened = item
    guard !item.read else { return }
    do throws(CloudError) {
      try await postRepository.markRead([item.id])
      items = items.map { $0.id == item.id ? $0.asRead : $0 }
      phase = .loaded
    } catch {
      phase = .failed(error)
    }
  }

  /// Goes back from one item to all.
  func close() { opened = nil }

  /// Marks the loaded items as read in the cloud; they are shown as they were when loaded.
  func markRead() async {
    let unread = items.filter { !$0.read }.map(\.id)
    guard !unread.isEmpty else { return }
    do throws(CloudError) {
      try await postRepository.markRead(unread)
    } catch {
      phase = .failed(error)
    }
  }
}

extension InboxItem {
  /// The item after it was read.
  var asRead: InboxItem {
    InboxItem(id: id, from: from, text: text, ride: ride, sharedAt: sharedAt, read: true)
  }
}
