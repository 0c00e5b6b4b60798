import Core
import Dispatch
import Synchronization

/// Lets writers that come while another one writes share the next transaction, and its one sync.
///
/// Source: DeWitt et al., "Implementation Techniques for Main Memory Database Systems", SIGMOD 1984,
/// section 5.2, "group commit".
final class GroupCommit: Sendable {
  /// The steps of one caller, who waits for them.
  final class Writer: Sendable {
    let steps: @Sendable (SQLiteConnection) throws(StoreError) -> Void
    private let outcome = Mutex<Result<Void, StoreError>?>(nil)
    private let wake = DispatchSemaphore(value: 0)

    init(_ steps: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Void) {
      self.steps = steps
    }

    /// Waits until the steps are committed or undone, or until this writer leads; returns `nil` then.
    func wait() -> Result<Void, StoreError>? {
      wake.wait()
      return outcome.withLock { $0 }
    }

    func end(_ result: Result<Void, StoreError>) {
      outcome.withLock { $0 = result }
      wake.signal()
    }

    func lead() { wake.signal() }
  }

  private struct State {
    var isWriting = false
    var waiting: [Writer] = []
  }

  private let state = Mutex(State())

  /// Commits the steps of a writer, alone or with others.
  ///
  /// - Parameter commit: Runs the steps of each writer in one transaction, and returns their results.
  func run(
    _ writer: Writer, commit: ([Writer]) -> [Result<Void, StoreError>]
  ) throws(StoreError) {
    if !begin(writer), let result = writer.wait() { return try result.get() }
    // This writer leads: the thread of one caller works for those who wait meanwhile.
    let group = group()
    let results = commit(group)
    leave()
    var own = Result<Void, StoreError>.success(())
    for (member, result) in zip(group, results) {
      if member === writer { own = result } else { member.end(result) }
    }
    try own.get()
  }

  /// Returns whether the writer leads; otherwise it waits.
  func begin(_ writer: Writer) -> Bool {
    state.withLock { state in
      state.waiting.append(writer)
      defer { state.isWriting = true }
      return !state.isWriting
    }
  }

  func group() -> [Writer] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Lets the first of those who have come meanwhile lead.
  func leave() {
    state.withLock { state in
      state.isWriting = !state.waiting.isEmpty
      state.waiting.first?.lead()
    }
  }
}
