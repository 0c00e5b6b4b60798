public import Basics

/// An error of recording or delivering an event.
public enum ExperimentEventQueueError: Error, Equatable, Sendable {
  /// Too many events are queued.
  case full(path: String, maximumSize: Int64)
  /// The file could not be read or written.
  case file(FileError)
}

extension ExperimentEventQueueError: CustomStringConvertible {
  /// The error, its file and its remedy.
  public var description: String {
    switch self {
    case .full(let path, let maximumSize):
      """
      The event was not recorded, because \(path) has reached \(maximumSize) bytes. \
      Deliver the events that wait.
      """
    case .file(let error): "The events could not be kept. \(error)"
    }
  }
}
