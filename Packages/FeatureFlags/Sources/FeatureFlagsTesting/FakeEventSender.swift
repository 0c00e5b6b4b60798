public import FeatureFlags

/// A receiver of events that fails when told to.
public actor FakeEventSender: EventSender {
  /// Why a batch was not taken.
  public struct Unreachable: Error, Equatable {
    public init() {}
  }

  /// The batches that were taken, in order.
  public private(set) var batches: [[ExperimentEvent]] = []
  private var answers: [Bool]

  /// Creates a receiver.
  ///
  /// - Parameter answers: For each batch in turn, whether it is taken; later ones are.
  public init(answers: [Bool] = []) {
    self.answers = answers
  }

  /// The events that were taken, each counted once by its identifier.
  public var counted: [ExperimentEvent] {
    var seen = Set<String>()
    return batches.joined().filter { seen.insert($0.id).inserted }
  }

  /// Takes a batch, or fails.
  public func send(_ events: [ExperimentEvent]) throws {
    let isTaken = answers.isEmpty ? true : answers.removeFirst()
    guard isTaken else { throw Unreachable() }
    batches.append(events)
  }
}
