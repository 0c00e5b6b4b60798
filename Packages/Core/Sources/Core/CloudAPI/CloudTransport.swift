public import Basics

/// The way a request takes to the cloud and its answer back.
public protocol CloudTransport: Sendable {
  /// Delivers a request and returns the answer, whatever its status.
  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse
}

/// Why a request got no answer.
public enum CloudTransportError: Error, Equatable {
  /// The cloud, or the way to it, does not work; the reason ends a sentence.
  case unreachable(reason: String)
  /// An answer came that is none; the reason ends a sentence.
  case unintelligible(reason: String)
  /// The cloud runs in this process and its own file failed.
  case storage(FileError)
}
