public import Core
import FoundationEssentials

/// A transport that returns the responses of a test, in order, and records the requests.
public actor ScriptedCloudTransport: RequestTransport {
  public private(set) var requests: [CloudRequest] = []
  private var answers: [Result<CloudResponse, CloudTransportError>]

  /// Creates a transport; once the answers are used up the cloud cannot be reached.
  public init(_ answers: [Result<CloudResponse, CloudTransportError>]) {
    self.answers = answers
  }

  public func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    requests.append(request)
    guard !answers.isEmpty else { throw .unreachable(reason: "the script has ended") }
    return try answers.removeFirst().get()
  }
}

extension CloudResponse {
  /// An answer with a document.
  public static func document(_ value: some Encodable, status: Int = 200) throws -> CloudResponse {
    CloudResponse(status: status, body: try JSONCoding.encode(value))
  }

  public static func refusal(_ code: ErrorResponse.Code, message: String = "No.") throws
    -> CloudResponse
  {
    try .document(ErrorResponse(code, message: message), status: code.status)
  }
}
