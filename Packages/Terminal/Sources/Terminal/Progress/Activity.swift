import Synchronization

/// The title and progress of a long operation, updated while it runs.
public final class Activity: Sendable {
  /// The unit of the count.
  public enum Unit: Sendable, Equatable {
    case bytes
    /// Things, by their plural: `"places"`.
    case items(String)
  }

  struct State {
    var title: String
    var completed = 0
    var total: Int?
    var unit: Unit?
  }

  private let state: Mutex<State>

  init(title: String) {
    state = Mutex(State(title: SanitizedText.clean(title)))
  }

  /// Says how much is done; without a total no percentage is shown.
  public func report(_ completed: Int, of total: Int? = nil, _ unit: Unit) {
    state.withLock { state in
      state.completed = max(0, completed)
      state.total = total
      state.unit = unit
    }
  }

  var current: State { state.withLock { $0 } }
}
