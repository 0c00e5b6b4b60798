package import Basics
import CloudDomain
import CloudRoutes
import CloudStore
package import Core
import FoundationEssentials

/// A response, with what only this process needs of it.
package struct RoutedResponse: Sendable {
  package let result: Result<CloudResponse, FileError>
  /// The cause of a server error, for the log; not sent to clients.
  package let cause: String?
  /// The events that follow the response of a stream.
  package let source: (any EventSource)?
}

extension RoutedResponse {
  init(_ response: CloudResponse, cause: String? = nil, source: (any EventSource)? = nil) {
    self.init(result: .success(response), cause: cause, source: source)
  }

  /// The response to an error; a failure of the cloud's own file stays one.
  init(failure: any Error) {
    switch failure {
    case let error as APIError: self.init(.error(error))
    case let refusal as RideRefusal: self.init(.error(APIError(refusal)))
    case let error as RouteError:
      let cause: String? = if case .unavailable(let reason) = error { reason } else { nil }
      self.init(.error(error), cause: cause)
    case let error as StoreError:
      self.init(result: Self.result(of: error), cause: error.reason, source: nil)
    case is PasswordHasher.OutOfMemoryError:
      self.init(
        .tryAgain("The cloud has too little memory to check a password."),
        cause: "there is no memory to hash a password")
    default: self.init(.error(.failed), cause: "\(failure)")
    }
  }

  private static func result(of error: StoreError) -> Result<CloudResponse, FileError> {
    switch error {
    case .file(let failure): .failure(failure)
    case .unavailable, .refused: .success(.tryAgain("The cloud's database does not answer."))
    case .contended: .success(.busy)
    case .broken, .ownerGone, .newerVersion: .success(.error(.failed))
    }
  }
}

extension CloudResponse {
  /// The 503 response of an overloaded server.
  package static var busy: CloudResponse { tryAgain("The cloud is too busy.") }

  /// The 429 response to a reader who has too many streams.
  package static var tooManyStreams: CloudResponse {
    error(
      APIError(
        .tooManyRequests, message: "There are as many streams open as there may be.",
        hint: "Close one of them."), retryAfterSeconds: 15)
  }

  /// The 404 response to a path that is no endpoint's.
  package static func noSuchEndpoint(_ path: [String]) -> CloudResponse {
    error(
      APIError(
        .noSuchEndpoint, message: "There is no endpoint '/\(path.joined(separator: "/"))'.",
        hint: "Check the address and the version."))
  }

  /// The 405 response that names the methods that a path has.
  package static func methodNotAllowed(_ methods: [HTTPMethod]) -> CloudResponse {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    return error(
      APIError(
        .methodNotAllowed, message: "That method is not possible there.", hint: "Use \(names)."))
  }

  fileprivate static func error(_ error: RouteError) -> CloudResponse {
    guard case .noRoad(let part) = error else {
      return tryAgain("The route planner is not responding.", code: .routesUnavailable)
    }
    let (message, field) =
      switch part {
      case .start: ("There is no road near the pick-up.", "pickup")
      case .end: ("There is no road near the drop-off.", "dropoff")
      case .between: ("No road leads from the pick-up to the drop-off.", "dropoff")
      }
    return .error(APIError(.noRoad, message: message, hint: "Choose another place.", field: field))
  }

  fileprivate static func tryAgain(
    _ message: String, code: ErrorResponse.Code = .tryAgainLater
  ) -> CloudResponse {
    error(APIError(code, message: message, hint: "Try again in a moment."), retryAfterSeconds: 1)
  }

  static func error(_ error: APIError, retryAfterSeconds: Int? = nil) -> CloudResponse {
    // An error consists of texts only, which always can be written as JSON.
    let body = try? JSONCoding.encode(error.document)
    return CloudResponse(
      status: error.document.error.code.status, body: body ?? Data(),
      retryAfterSeconds: retryAfterSeconds)
  }
}

extension APIError {
  static let tooLarge = APIError(
    .tooLarge, message: "The body is larger than \(CloudRouter.largestBody >> 10) KiB.",
    hint: "Send less.")

  static let isStream = APIError(
    .invalidRequest, message: "This is a stream of events.",
    hint: "Open it with a client that reads text/event-stream.")

  fileprivate static let failed = APIError(
    .internalError, message: "The cloud failed to answer.",
    hint: "Try again; if it happens again, report it.")
}
