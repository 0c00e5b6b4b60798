public import Basics

/// OpenFeature's remote evaluation protocol, for clients in any language.
///
/// Source: OpenFeature Remote Evaluation Protocol 0.3.0, `service/openapi.yaml`.
extension CloudAPI {
  public static let evaluateFlag = Endpoint<
    RemoteEvaluationParameters, RemoteEvaluationRequest, RemoteEvaluation
  >(
    "evaluateFlag", .post, "/ofrep/v1/evaluate/flags/{key}", access: .evaluator, cost: .evaluation,
    limit: .publicReads, failure: RemoteEvaluationFailure.self,
    summary: "Evaluates a flag for a context, by OpenFeature's remote evaluation protocol.")

  public static let evaluateFlags = Endpoint<Empty, RemoteEvaluationRequest, RemoteEvaluationList>(
    "evaluateFlags", .post, "/ofrep/v1/evaluate/flags", access: .evaluator, cost: .evaluation,
    limit: .publicReads, isTagged: true, failure: RemoteEvaluationFailure.self,
    summary: "Evaluates all flags for a context, by OpenFeature's remote evaluation protocol.")
}

/// Names a flag.
public struct RemoteEvaluationParameters: Codable, Equatable, Sendable {
  /// The flag's key.
  public let key: String
}

/// The context of an evaluation.
public struct RemoteEvaluationRequest: Codable, Equatable, Sendable {
  /// Any attributes, among them `targetingKey`; none without it.
  public let context: JSON.Object?
}

/// One evaluation; without a value the client's default counts.
public struct RemoteEvaluation: Codable, Equatable, Sendable {
  public let key: String
  public let value: JSON?
  public let variant: String?
  /// As in OpenFeature, such as `TARGETING_MATCH`.
  public let reason: String?
  public let metadata: JSON.Object?
  /// As in OpenFeature, such as `PARSE_ERROR`, for a flag of a list that cannot be evaluated.
  public let errorCode: String?
  public let errorDetails: String?
}

/// The evaluations of all flags.
public struct RemoteEvaluationList: Codable, Equatable, Sendable {
  public let flags: [RemoteEvaluation]
  /// The metadata of the flag set.
  public let metadata: JSON.Object?
}

/// An error of a remote evaluation: status 404 for a flag that does not exist, 401 and 403 for a client
/// without the token that the server demands, 400 for others.
public struct RemoteEvaluationFailure: Codable, Equatable, Sendable {
  public let key: String?
  /// As in OpenFeature, such as `FLAG_NOT_FOUND`.
  public let errorCode: String
  public let errorDetails: String
  public let metadata: JSON.Object?

  public init(key: String?, errorCode: String, errorDetails: String, metadata: JSON.Object? = nil) {
    (self.key, self.errorCode) = (key, errorCode)
    (self.errorDetails, self.metadata) = (errorDetails, metadata)
  }
}
