import Basics
import CloudStore
import Core
import FeatureFlags
import FoundationEssentials

/// Serves the definitions of the flags, and takes new ones.
struct FlagService: Sendable {
  let source: any FlagSource
  /// The flags that the cloud decides itself.
  let reserved: Set<String>
  let audit: AuditLog

  /// Returns the definitions, unless the client has them.
  func definitions(_ condition: RequestCondition?) throws -> CloudResponse {
    let (document, tag) = try source.document()
    return try CloudResponse(document: JSONCoding.encode(document), tag, unless: condition)
  }

  /// Answers a request of the remote evaluation protocol for one flag, or for all without a key.
  func evaluate(_ key: String?, _ request: CloudRequest) throws -> CloudResponse {
    let evaluator = OFREPEvaluator(try source.definitions)
    let body = request.body.flatMap { try? JSON(parsing: $0) }
    let response = key.map { evaluator.evaluate($0, body) } ?? evaluator.evaluateAll(body)
    let content = Data(response.document.serialized().utf8)
    guard key == nil, response.status == 200 else {
      return CloudResponse(status: response.status, body: content)
    }
    return CloudResponse(document: content, EntityTag(of: content), unless: request.condition)
  }

  /// Replaces the definitions that a condition names; the message says why, for the history.
  func replace(
    with document: JSON.Object, _ condition: RequestCondition?, message: String,
    by adminToken: String, from address: String?
  ) throws -> CloudResponse {
    guard case .match(let header) = condition else {
      throw APIError(
        .conditionMissing, message: "The request does not say which definitions it replaces.",
        hint: "Send the entity tag of the definitions that you have read as If-Match.")
    }
    guard message.isFlagMessage else {
      throw APIError.invalid(
        "message",
        """
        The message has more than \(FlagPublisher.longestMessage) characters, lines, or a control or \
        invisible character.
        """)
    }
    try check(document)
    let tag = try source.replace(with: document, ifTag: header, by: adminToken, message: message)
    guard let tag else {
      throw APIError(
        .changedMeanwhile, message: "The definitions have been changed since they were read.",
        hint: "Read them again, and repeat your change.")
    }
    audit.record(.flagsReplacement, by: .adminToken(name: adminToken), from: address)
    return CloudResponse(
      status: CloudAPI.replaceFlags.successStatus, body: try JSONCoding.encode(Empty()),
      entityTag: tag.text)
  }

  /// Refuses definitions that clients could not use as they are meant.
  private func check(_ document: JSON.Object) throws {
    let json = JSON.object(document)
    do {
      try FlagDefinitions(json).requireNone(of: reserved)
    } catch {
      throw APIError.invalid("flags", "The definitions cannot be used: \(error)")
    }
    let problems = try FlagLint.ofCloud().problems(in: json)
    guard let problem = problems.first(where: { $0.severity == .error }) else { return }
    throw APIError.invalid(problem.path, "\(problem)")
  }
}
