package import FoundationEssentials

/// An hour in which all rides are matched in one way.
package struct MatchingWindow: Equatable, Sendable {
  /// The beginning of the subjects and of the events' identifiers of all windows.
  package static let prefix = "window/"

  package let start: Date

  /// The window that a time is in.
  package init(at time: Date) {
    let length = DispatchRules.window
    start = Date(
      timeIntervalSince1970: (time.timeIntervalSince1970 / length).rounded(.down) * length)
  }

  /// The targeting key, with the beginning in Unix time.
  package var subject: String { "\(Self.prefix)\(Int(start.timeIntervalSince1970))" }

  /// Returns the identifier of an event, which is the same whichever server records it.
  package func eventID(_ name: String) -> String { "\(subject)/\(name)" }
}
