public import Basics

/// Answers the requests of OpenFeature's remote evaluation protocol from definitions.
///
/// Source: OpenFeature Remote Evaluation Protocol 0.3.0, `service/openapi.yaml`.
public struct OFREPEvaluator: Sendable {
  /// The status and the document of a response.
  public struct Response: Equatable, Sendable {
    /// 200, 400 or 404.
    public let status: Int
    public let document: JSON
  }

  /// The units of work that the rules of all flags of a request may take together: a tenth of a
  /// second. An honest rule needs a few dozen.
  static let largestWork = 250_000

  private let definitions: FlagDefinitions

  public init(_ definitions: FlagDefinitions) { self.definitions = definitions }

  /// Evaluates one flag, for `/ofrep/v1/evaluate/flags/{key}`.
  ///
  /// - Parameters:
  ///   - key: The flag.
  ///   - request: The body, `{"context": {…}}`; `nil` when it is no JSON.
  public func evaluate(_ key: String, _ request: JSON?) -> Response {
    guard let context = Self.context(of: request) else { return Self.invalidContext(key: key) }
    var workLeft = Self.largestWork
    let resolution = definitions.answer(key, as: nil, context: context, &workLeft)
    let status =
      switch resolution.errorCode {
      case nil: 200
      case .flagNotFound: 404
      default: 400
      }
    return Response(status: status, document: Self.document(key, resolution))
  }

  /// Evaluates all flags, for `/ofrep/v1/evaluate/flags`. When the rules of the first flags have needed
  /// too much work, the others with rules have errors.
  ///
  /// - Parameter request: The body, `{"context": {…}}`; `nil` when it is no JSON.
  public func evaluateAll(_ request: JSON?) -> Response {
    guard let context = Self.context(of: request) else { return Self.invalidContext(key: nil) }
    var workLeft = Self.largestWork
    let flags = definitions.keys.map { key in
      Self.document(key, definitions.answer(key, as: nil, context: context, &workLeft))
    }
    return Response(
      status: 200,
      document: ["flags": .array(flags), "metadata": .object(definitions.metadata(of: "").json)])
  }

  private static func context(of request: JSON?) -> EvaluationContext? {
    guard case .object(let members) = request else { return nil }
    // A client without a context leaves it out.
    guard let context = members["context"] else { return EvaluationContext() }
    return context.object.map { EvaluationContext(attributes: $0) }
  }

  private static func invalidContext(key: String?) -> Response {
    var members = JSON.Object()
    members["key"] = key.map(JSON.string)
    members["errorCode"] = .string(EvaluationErrorCode.invalidContext.rawValue)
    members["errorDetails"] = "The body is not a JSON object whose \"context\" is an object."
    return Response(status: 400, document: .object(members))
  }

  /// One evaluation; without a value the client uses its default.
  private static func document(_ key: String, _ resolution: FlagResolution) -> JSON {
    var members: JSON.Object = ["key": .string(key)]
    if let code = resolution.errorCode {
      members["errorCode"] = .string(code.rawValue)
      members["errorDetails"] = .string(resolution.errorMessage ?? "")
    } else {
      members["value"] = resolution.value
      // The client for Python fails without a variant.
      members["variant"] = .string(resolution.variant ?? "")
      members["reason"] = .string(resolution.reason.rawValue)
    }
    members["metadata"] = .object(resolution.flagMetadata.json)
    return .object(members)
  }
}
