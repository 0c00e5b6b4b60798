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

/// The line that shows an activity.
struct ActivityLine {
  let state: Activity.State
  let elapsed: Duration

  /// The title and the progress: `Importing places  40%  4000 of 10000 places  2000/s`.
  var text: String {
    guard let unit = state.unit else { return state.title }
    var parts = [state.title]
    if let percentage { parts.append("\(percentage)%") }
    let total = state.total.map { " of \(Self.amount($0, unit))" } ?? ""
    switch unit {
    case .bytes: parts.append(Self.amount(state.completed, unit) + total)
    case .items(let plural):
      parts.append("\(state.completed)\(total) \(SanitizedText.clean(plural))")
    }
    if let rate { parts.append("\(Self.amount(rate, unit))/s") }
    return parts.joined(separator: "  ")
  }

  private var percentage: Int? {
    guard let total = state.total, total > 0 else { return nil }
    return Int((Double(state.completed) / Double(total) * 100).clamped(to: 0...100))
  }

  /// The rate per second so far; `nil` in the first tenth of a second.
  private var rate: Int? {
    let seconds = elapsed / .seconds(1)
    guard seconds >= 0.1 else { return nil }
    return Int((Double(state.completed) / seconds).clamped(to: 0...1e15))
  }

  /// Bytes in units of 1024, as IEC 80000-13 names them; other things as a number.
  static func amount(_ count: Int, _ unit: Activity.Unit) -> String {
    guard unit == .bytes else { return String(count) }
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    guard count >= 1024 else { return "\(count) B" }
    var amount = Double(count)
    var index = 0
    while amount >= 1024, index < units.count - 1 {
      amount /= 1024
      index += 1
    }
    let tenths = Int(amount * 10)
    return "\(tenths / 10).\(tenths % 10) \(units[index])"
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
