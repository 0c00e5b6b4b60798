import Core

/// Takes what happened in experiments.
struct ExperimentEventService: Sendable {
  /// The longest text of an event, in bytes.
  static let longestText = 128

  let store: any ExperimentStore

  func record(_ batch: ExperimentEventBatch) throws {
    guard (1...ExperimentEventBatch.largestCount).contains(batch.events.count) else {
      throw Refusal.invalid(
        "events", "The batch has not 1...\(ExperimentEventBatch.largestCount) events.")
    }
    for (index, event) in batch.events.enumerated() {
      guard event.isComplete else {
        throw Refusal.invalid("events", "The event at position \(index) is not complete.")
      }
    }
    try store.addExperimentEvents(batch.events)
  }
}

extension ExperimentEventRecord {
  /// Whether the event has what its kind needs, and nothing that is too long.
  fileprivate var isComplete: Bool {
    let needed: [String?] =
      switch kind {
      case .exposure: [id, subject, flag, variant, origin]
      case .conversion: [id, subject, name]
      }
    let isWhole = needed.allSatisfy { $0.map { !$0.isEmpty } ?? false }
    let texts = [id, subject, flag, variant, origin, name].compactMap { $0 }
    return isWhole && texts.allSatisfy { $0.utf8.count <= ExperimentEventService.longestText }
  }
}
