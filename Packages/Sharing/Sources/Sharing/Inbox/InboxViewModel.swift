import Core
import Observation
import RideUI

/// The inbox of the rider.
@MainActor @Observable final class InboxViewModel {
  enum Phase: Equatable {
    case loading
    case loaded
    /// The error is shown; the items are the last loaded ones.
    case failed(CloudError)
  }

  /// How many items a command lists when the rider names no limit.
  nonisolated static let usualLimit = 20

  private(set) var phase = Phase.loading
  /// Newest first: the first with a ride under way is the one to follow.
  private(set) var items: [InboxItem] = []
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

  func renew(_ ride: Ride) { change(ride.id) { _ in ride } }
  func move(to position: RidePosition) { change(position.ride) { $0.moved(to: position) } }

  private func change(_ id: Identifier<Ride>, _ change: (Ride) -> Ride) {
    // An unchanged list is not set, so that nothing is drawn again.
    guard items.contains(where: { $0.ride?.id == id }) else { return }
    items = items.map { $0.changing(id, change) }
    opened = opened.map { $0.changing(id, change) }
  }

  /// Keeps the ride of an item as it is now until it has ended or the task is cancelled.
  ///
  /// - Parameters:
  ///   - post: The item's identifier or its beginning; without one, the newest with a ride under way.
  ///   - bear: Gets each failure to renew the ride; what it throws ends the following.
  ///   - show: Gets the item and its ride, at once and after each change.
  /// - Throws: ``SharingError``, `CloudError`; the latter also when several items begin so.
  func follow(
    _ post: String?, through liveEvents: LiveEvents,
    bear: @MainActor (CloudError) throws(CloudError) -> Void,
    show: @MainActor (InboxItem, Ride) throws -> Void
  ) async throws {
    if case .failed(let error) = phase { throw error }
    let found =
      if let post {
        try items.filter { $0.ride != nil }.only(beginningWith: post, \.id, of: "posts")
      } else {
        items.first { $0.ride?.state.isEnded == false }
      }
    guard let id = found?.id else { throw SharingError.nothingToFollow }
    func item() -> InboxItem? { items.first { $0.id == id } }
    var isUnderway: Bool { item()?.ride?.state.isEnded == false }
    func showItem() throws {
      // A friend may have taken it back.
      guard let item = item(), let ride = item.ride else { throw SharingError.nothingToFollow }
      try show(item, ride)
    }
    try showItem()
    guard isUnderway else { return }
    for await step in liveEvents.steps(orAskEvery: .seconds(1), isKnown: true) {
      switch step {
      case .renew:
        await refresh(limit: PageRequest.largestLimit)
        if case .failed(let error) = phase {
          try bear(error)
          continue
        }
      case .event(.ride(let live)): renew(live.ride)
      case .event(.position(let position)): move(to: position)
      case .event(.inbox): await refresh(limit: PageRequest.largestLimit)
      case .event(.friends), .event(.driving), .event(.reset), .event(.resumed): break
      }
      try showItem()
      guard isUnderway else { break }
    }
    try Task.checkCancellation()
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
  /// The item after a change of a ride, if it is about that one.
  func changing(_ ride: Identifier<Ride>, _ change: (Ride) -> Ride) -> InboxItem {
    guard let known = self.ride, known.id == ride else { return self }
    return InboxItem(
      id: id, from: from, text: text, ride: change(known), sharedAt: sharedAt, read: read)
  }

  var asRead: InboxItem {
    InboxItem(id: id, from: from, text: text, ride: ride, sharedAt: sharedAt, read: true)
  }
}
