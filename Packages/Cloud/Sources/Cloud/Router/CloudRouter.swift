public import Basics
public import Core
import FoundationEssentials

/// The cloud as one function: a request in, an answer out, whatever the transport.
public struct CloudRouter: Sendable {
  /// The largest body that is read, in bytes.
  public static let largestBody = 64 << 10

  package let table: RouteTable
  private let workers: Workers
  /// A lane of its own, so that sign-ins wait for one another and nothing waits for them. Two at a
  /// time take 128 MiB; the wait of the last one is a few seconds.
  private let hashingWorkers = Workers(count: 2, waiting: 64)
  /// Searches wait for one another, and riders' requests do not wait for them.
  private let searchWorkers = Workers(count: 2, waiting: 256)

  package init(table: RouteTable, workers: Workers) {
    self.table = table
    self.workers = workers
  }

  /// Returns the workers on which an endpoint's requests are answered.
  package func workers(for endpoint: ServedEndpoint) -> Workers {
    switch endpoint.declaration.name {
    case .signUp, .signIn: hashingWorkers
    case .searchPlaces: searchWorkers
    default: workers
    }
  }

  /// Answers a request, on one of the cloud's workers.
  ///
  /// - Throws: `FileError` when the cloud's own file failed.
  public func respond(to request: CloudRequest) async throws(FileError) -> CloudResponse {
    guard case .endpoint(let endpoint, let values) = table.match(request.method, request.path)
    else { return try answer(request).result.get() }
    let work = { @Sendable in answer(request, at: endpoint, values: values) }
    guard let answer = await workers(for: endpoint).run(work) else { return Self.busy }
    return try answer.result.get()
  }

  /// Answers a request on the calling thread, which waits for disks and passwords.
  package func answer(_ request: CloudRequest) -> RoutedAnswer {
    switch table.match(request.method, request.path) {
    case .endpoint(let endpoint, let values):
      answer(request, at: endpoint, values: values)
    case .otherMethods(let methods):
      RoutedAnswer(.success(Self.methodNotAllowed(methods)))
    case .none:
      Self.answer { throw Refusal.noSuchEndpoint(request.path) }
    }
  }

  /// Answers a request whose endpoint was found already.
  package func answer(
    _ request: CloudRequest, at endpoint: ServedEndpoint, values: [String: String]
  ) -> RoutedAnswer {
    Self.answer {
      guard request.body?.count ?? 0 <= Self.largestBody else { throw Refusal.tooLarge }
      return try endpoint.answer(request, values)
    }
  }

  private static func answer(_ find: () throws -> CloudResponse) -> RoutedAnswer {
    do {
      return RoutedAnswer(.success(try find()))
    } catch let refusal as Refusal {
      return RoutedAnswer(.success(response(refusal)))
    } catch let failure as StoreFailure {
      return RoutedAnswer(result(of: failure), cause: failure.reason)
    } catch is PasswordHasher.OutOfMemory {
      return RoutedAnswer(.success(outOfMemory), cause: "there is no memory to hash a password")
    } catch {
      return RoutedAnswer(.success(response(Refusal.failed)), cause: "\(error)")
    }
  }

  private static func result(of failure: StoreFailure) -> Result<CloudResponse, FileError> {
    switch failure {
    case .file(let failure): .failure(failure)
    case .unavailable: .success(busy)
    case .broken, .newerVersion: .success(response(Refusal.failed))
    }
  }

  /// The 503 response of an overloaded server.
  package static var busy: CloudResponse {
    response(
      Refusal(.tryAgainLater, message: "The cloud is too busy.", hint: "Try again in a moment."),
      retryAfterSeconds: 1)
  }

  private static var outOfMemory: CloudResponse {
    response(
      Refusal(
        .tryAgainLater, message: "The cloud has too little memory to check a password.",
        hint: "Try again in a moment."), retryAfterSeconds: 1)
  }

  /// The 413 response to a body of more than ``largestBody``.
  package static var tooLarge: CloudResponse { response(Refusal.tooLarge) }

  /// The 405 response that names the methods that a path has.
  package static func methodNotAllowed(_ methods: [HTTPMethod]) -> CloudResponse {
    response(Refusal.methodNotAllowed(methods))
  }

  private static func response(
    _ refusal: Refusal, retryAfterSeconds: Int? = nil
  ) -> CloudResponse {
    // A refusal consists of texts only, which always can be written as JSON.
    let body = try? JSONCoding.encode(refusal.document)
    return CloudResponse(
      status: refusal.document.error.code.status, body: body ?? Data(),
      retryAfterSeconds: retryAfterSeconds)
  }
}

/// An answer, and what whoever runs the cloud should know about it.
package struct RoutedAnswer: Sendable {
  package let result: Result<CloudResponse, FileError>
  /// Why the cloud could not do what was asked, when it is the cloud's fault; not for riders.
  package let cause: String?

  init(_ result: Result<CloudResponse, FileError>, cause: String? = nil) {
    self.result = result
    self.cause = cause
  }
}

extension Refusal {
  fileprivate static var tooLarge: Refusal {
    Refusal(
      .tooLarge, message: "The body is larger than \(CloudRouter.largestBody >> 10) KiB.",
      hint: "Send less.")
  }

  fileprivate static func methodNotAllowed(_ methods: [HTTPMethod]) -> Refusal {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    return Refusal(
      .methodNotAllowed, message: "That method is not possible there.",
      hint: "Use \(names).")
  }

  fileprivate static func noSuchEndpoint(_ path: [String]) -> Refusal {
    Refusal(
      .noSuchEndpoint, message: "There is no endpoint '/\(path.joined(separator: "/"))'.",
      hint: "Check the address and the version.")
  }

  fileprivate static var failed: Refusal {
    Refusal(
      .internalError, message: "The cloud failed to answer.",
      hint: "Try again; if it happens again, report it.")
  }
}
