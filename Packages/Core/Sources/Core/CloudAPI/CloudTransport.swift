public import Basics

/// The port that sends a request to the cloud and returns its response.
public protocol CloudTransport: Sendable {
  /// Delivers a request and returns the answer, whatever its status.
  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse
}

/// An error of a request without a response.
public enum CloudTransportError: Error, Equatable {
  /// The cloud cannot be reached; the reason ends a sentence.
  case unreachable(reason: String)
  /// The request may have arrived, but no response came; the reason ends a sentence.
  case unanswered(reason: String)
  /// The response cannot be read; the reason ends a sentence.
  case unintelligible(reason: String)
  /// The cloud runs in this process and its own file failed.
  case storage(FileError)
}
