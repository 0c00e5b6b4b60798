import Basics
import Core
import FeatureFlags
import FoundationEssentials

/// Asks a cloud to evaluate flags.
struct CloudEvaluation: OFREPTransport {
  let transport: any CloudTransport
  /// For a cloud that demands one.
  let token: Secret?

  func post(_ request: OFREPRequest) async throws(OFREPError) -> OFREPResponse {
    let response: CloudResponse
    do throws(CloudTransportError) {
      response = try await transport.send(
        CloudRequest(
          method: .post, path: request.path, token: token,
          condition: request.entityTag.map { .noneMatch($0) }, body: Data(request.body)))
    } catch {
      switch error {
      case .unreachable(let reason), .unanswered(let reason), .unintelligible(let reason):
        throw .unreachable(reason: reason)
      case .storage(let failure): throw .unreachable(reason: failure.reason)
      }
    }
    return OFREPResponse(
      status: response.status, body: Array(response.body), entityTag: response.entityTag,
      retryAfterSeconds: response.retryAfterSeconds)
  }
}

extension OFREPError {
  /// Why nothing was evaluated, and what to do.
  var problem: Problem {
    switch self {
    case .unreachable(let reason): CloudError.unreachable(reason: reason).problem
    case .notPermitted:
      Problem(
        .notPermitted, code: "evaluationRefused", message: description,
        hint: "Set KOOBER_EVALUATION_TOKEN to the token of this cloud.")
    case .tooManyRequests(let seconds):
      CloudError.tryAgainLater(
        ErrorResponse(.tooManyRequests, message: "\(self)").error, afterSeconds: seconds
      ).problem
    case .unintelligible(let status):
      CloudError.unintelligible(reason: "status \(status) is no evaluation of flags").problem
    }
  }
}
