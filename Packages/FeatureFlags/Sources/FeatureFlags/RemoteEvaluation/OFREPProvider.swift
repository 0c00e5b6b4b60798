import Basics
import Synchronization

/// Flags that a server evaluates, by OpenFeature's remote evaluation protocol.
///
/// ``refresh(for:)`` evaluates all flags for one context, and ``resolve(_:as:context:)`` answers from
/// that without waiting; ``evaluate(_:as:context:)`` asks the server for one flag and any context.
///
/// Source: OpenFeature Remote Evaluation Protocol 0.3.0, `service/openapi.yaml`.
public final class OFREPProvider: FeatureProvider {
  /// The result of a refresh.
  public enum Refresh: Equatable, Sendable {
    case updated, unchanged
    /// The last evaluations stay.
    case failed(OFREPError)
  }

  private struct Evaluations {
    let context: EvaluationContext
    let tag: String?
    let flags: [CodeUnits: FlagResolution]
    let metadata: FlagMetadata
  }

  private static let path = ["ofrep", "v1", "evaluate", "flags"]

  private let transport: any OFREPTransport
  private let evaluations = Mutex<Evaluations?>(nil)

  /// Creates a provider; nothing is sent yet.
  public init(transport: any OFREPTransport) {
    self.transport = transport
  }

  /// Evaluates all flags for a context, unless the server says that nothing has changed.
  public func refresh(for context: EvaluationContext) async -> Refresh {
    let last = evaluations.withLock { $0?.context == context ? $0 : nil }
    let response: OFREPResponse
    do throws(OFREPError) {
      response = try await transport.post(
        OFREPRequest(path: Self.path, body: Self.body(context), entityTag: last?.tag))
    } catch {
      return .failed(error)
    }
    if response.status == 304, last != nil { return .unchanged }
    guard response.status == 200, let document = try? JSON(parsing: response.body),
      let flags = document.object?["flags"]?.elements
    else { return .failed(OFREPError(response)) }
    let metadata = FlagMetadata.usable(document.object?["metadata"])
    var resolutions: [CodeUnits: FlagResolution] = [:]
    for flag in flags {
      guard let key = flag.object?["key"]?.text else { continue }
      resolutions[CodeUnits(key)] = Self.resolution(flag, shared: metadata)
    }
    let new = Evaluations(
      context: context, tag: response.entityTag, flags: resolutions,
      metadata: FlagMetadata(own: JSON.Object(), shared: metadata))
    evaluations.withLock { $0 = new }
    return .updated
  }

  /// The answer of the last refresh; an error when it was for another context.
  public func resolve(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) -> FlagResolution {
    evaluations.withLock { evaluations in
      guard let evaluations, evaluations.context == context else {
        return .failed(.providerNotReady, "The flags were not evaluated for this context.")
      }
      guard let resolution = evaluations.flags[CodeUnits(key)] else {
        return .failed(
          .flagNotFound, "There is no flag \(JSON.string(key).serialized()).",
          metadata: evaluations.metadata)
      }
      return resolution.checked(as: type)
    }
  }

  /// The server's answer for one flag, which may be an error of the flag.
  ///
  /// - Throws: ``OFREPError`` when the server has not evaluated it.
  public func evaluate(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) async throws(OFREPError) -> FlagResolution {
    let response = try await transport.post(
      OFREPRequest(path: Self.path + [key], body: Self.body(context), entityTag: nil))
    guard ![401, 403, 429].contains(response.status),
      let document = try? JSON(parsing: response.body),
      response.status == 200 || document.object?["errorCode"]?.text != nil
    else { throw OFREPError(response) }
    return Self.resolution(document, shared: JSON.Object()).checked(as: type)
  }

  private static func body(_ context: EvaluationContext) -> [UInt8] {
    Array(JSON.object(["context": .object(context.attributes)]).serialized().utf8)
  }

  private static func resolution(_ flag: JSON, shared: JSON.Object) -> FlagResolution {
    let members = flag.object ?? JSON.Object()
    let metadata = FlagMetadata(own: FlagMetadata.usable(members["metadata"]), shared: shared)
    if let code = members["errorCode"]?.text {
      return .failed(
        EvaluationErrorCode(rawValue: code) ?? .general, members["errorDetails"]?.text ?? code,
        metadata: metadata)
    }
    let reason = members["reason"]?.text.flatMap(EvaluationReason.init) ?? .unknown
    guard let value = members["value"], value != .null else {
      return .useDefault(reason: reason, metadata: metadata)
    }
    return .chosen(value, variant: members["variant"]?.text, reason: reason, metadata: metadata)
  }
}

extension FlagResolution {
  /// The answer for a value of the given type.
  fileprivate func checked(as type: FlagType) -> FlagResolution {
    guard let value, !type.accepts(value) else { return self }
    return .failed(
      .typeMismatch, "The flag's value is not of the type \(type.rawValue).",
      metadata: flagMetadata)
  }
}

/// Sends the requests of the remote evaluation protocol.
public protocol OFREPTransport: Sendable {
  func post(_ request: OFREPRequest) async throws(OFREPError) -> OFREPResponse
}

/// A POST request of the remote evaluation protocol.
public struct OFREPRequest: Equatable, Sendable {
  /// The path's segments, not percent-encoded.
  public let path: [String]
  /// A JSON document.
  public let body: [UInt8]
  /// The tag of the evaluations that the client has, for `If-None-Match`.
  public let entityTag: String?
}

/// A response of the remote evaluation protocol.
public struct OFREPResponse: Equatable, Sendable {
  /// The HTTP status.
  public let status: Int
  public let body: [UInt8]
  public let entityTag: String?
  /// When to ask again, in seconds, if the response says so.
  public let retryAfterSeconds: Int?

  public init(
    status: Int, body: [UInt8], entityTag: String? = nil, retryAfterSeconds: Int? = nil
  ) {
    self.status = status
    self.body = body
    self.entityTag = entityTag
    self.retryAfterSeconds = retryAfterSeconds
  }
}

/// An error of a remote evaluation.
public enum OFREPError: Error, Equatable, Sendable {
  /// No response arrived; the reason ends a sentence.
  case unreachable(reason: String)
  /// The server does not evaluate flags for this client: status 401 or 403.
  case notPermitted
  /// The server asks to wait: status 429.
  case tooManyRequests(retryAfterSeconds: Int?)
  /// The response is none of the protocol.
  case unintelligible(status: Int)

  init(_ response: OFREPResponse) {
    self =
      switch response.status {
      case 401, 403: .notPermitted
      case 429: .tooManyRequests(retryAfterSeconds: response.retryAfterSeconds)
      default: .unintelligible(status: response.status)
      }
  }
}

extension OFREPError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreachable(let reason): "The server did not answer: \(reason)."
    case .notPermitted: "The server refuses to evaluate flags for this client."
    case .tooManyRequests(let seconds):
      seconds.map { "The server asks to wait for \($0) seconds." } ?? "The server asks to wait."
    case .unintelligible(let status):
      "The server's answer with status \(status) is no evaluation of flags."
    }
  }
}
