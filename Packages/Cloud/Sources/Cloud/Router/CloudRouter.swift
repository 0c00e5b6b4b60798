public import Basics
public import Core
import FoundationEssentials

/// Answers requests, independently of the transport.
public struct CloudRouter: Sendable {
  /// The largest body that is read, in bytes.
  package static let largestBody = 64 << 10

  package let table: RouteTable
  private let workers: WorkerPool
  /// Half of the processors may hash or search, so that other requests never wait for all of them.
  private static let longWork = min(max(ProcessInfo.processInfo.activeProcessorCount / 2, 1), 4)
  /// A separate pool, so that sign-ins wait for one another and nothing waits for them. Each takes
  /// 64 MiB; the wait of the last one is some seconds.
  private let hashingWorkers = WorkerPool(count: longWork, waiting: 64)
  /// Searches wait for one another, and riders' requests do not wait for them.
  private let searchWorkers = WorkerPool(count: longWork, waiting: 256)

  /// The endpoints that can often be answered without waiting.
  private let quick: [CloudAPI.Name: ServedEndpoint]
  /// What runs requests that write together, and their endpoints.
  private let batches: (any WriteBatches)?
  private let batched: [CloudAPI.Name: ServedEndpoint]

  /// - Parameters:
  ///   - quickTable: Answers without waiting; what it cannot, the table answers.
  ///   - batches: Answer some requests instead of the workers, by a table on their own store.
  package init(
    table: RouteTable, quickTable: RouteTable? = nil,
    batches: (any WriteBatches, RouteTable)? = nil, workers: WorkerPool
  ) {
    self.table = table
    self.workers = workers
    self.batches = batches?.0
    quick = Self.byName(quickTable)
    batched = Self.byName(batches?.1)
  }

  private static func byName(_ table: RouteTable?) -> [CloudAPI.Name: ServedEndpoint] {
    Dictionary(uniqueKeysWithValues: (table?.endpoints ?? []).map { ($0.name, $0) })
  }

  /// Returns the workers on which an endpoint's requests are answered.
  package func workers(for endpoint: ServedEndpoint) -> WorkerPool {
    switch endpoint.name {
    case .signUp, .signIn, .changeProfile, .changePassword, .resetPassword, .deleteAccount:
      hashingWorkers
    case .searchPlaces, .exportAccount: searchWorkers
    default: workers
    }
  }

  /// Answers a request, on one of the cloud's workers.
  ///
  /// - Throws: `FileError` when the cloud's own file failed.
  public func respond(to request: CloudRequest) async throws(FileError) -> CloudResponse {
    guard case .endpoint(let endpoint, let values) = table.match(request.method, request.path)
    else { return try answer(request).result.get() }
    let answer: RoutedResponse? = await withCheckedContinuation { continuation in
      let isAccepted = start(request, at: endpoint, values: values) {
        continuation.resume(returning: $0)
      }
      if !isAccepted { continuation.resume(returning: nil) }
    }
    guard let answer else { return Self.busy }
    return try answer.result.get()
  }

  /// Answers a request on a thread that may wait for disks and passwords.
  ///
  /// - Returns: `false`, and nothing happens, when too many requests wait already.
  package func start(
    _ request: CloudRequest, at endpoint: ServedEndpoint, values: [String: String],
    end: @escaping @Sendable (RoutedResponse) -> Void
  ) -> Bool {
    guard let batches, let batched = batched[endpoint.name] else {
      return workers(for: endpoint).start { end(answer(request, at: endpoint, values: values)) }
    }
    return batches.start {
      answer(request, at: batched, values: values)
    } end: { result in
      switch result {
      case .success(let response): end(response)
      case .failure(let failure): end(Self.answer { throw failure })
      }
    }
  }

  /// Answers a request on the calling thread, which waits for disks and passwords.
  package func answer(_ request: CloudRequest) -> RoutedResponse {
    switch table.match(request.method, request.path) {
    case .endpoint(let endpoint, let values):
      answer(request, at: endpoint, values: values)
    case .otherMethods(let methods):
      RoutedResponse(.success(Self.methodNotAllowed(methods)))
    case .none:
      Self.answer { throw APIError.noSuchEndpoint(request.path) }
    }
  }

  /// Answers a request whose endpoint was found already.
  package func answer(
    _ request: CloudRequest, at endpoint: ServedEndpoint, values: [String: String]
  ) -> RoutedResponse {
    Self.answer {
      guard request.body?.count ?? 0 <= Self.largestBody else { throw APIError.tooLarge }
      return try endpoint.answer(request, values)
    }
  }

  /// Answers a request if that takes no waiting: a thread that waits for the network may do it.
  package func answerAtOnce(
    _ request: CloudRequest, at endpoint: ServedEndpoint, values: [String: String]
  ) -> RoutedResponse? {
    guard let quick = quick[endpoint.name], request.body == nil else { return nil }
    do {
      return RoutedResponse(.success(try quick.answer(request, values)))
    } catch let error as APIError {
      return RoutedResponse(.success(Self.response(error)))
    } catch {
      // Whether it is worth a report, a worker finds out.
      return nil
    }
  }

  private static func answer(_ find: () throws -> CloudResponse) -> RoutedResponse {
    do {
      return RoutedResponse(.success(try find()))
    } catch let error as APIError {
      return RoutedResponse(.success(response(error)))
    } catch let failure as StoreError {
      return RoutedResponse(result(of: failure), cause: failure.reason)
    } catch is PasswordHasher.OutOfMemoryError {
      return RoutedResponse(.success(outOfMemory), cause: "there is no memory to hash a password")
    } catch {
      return RoutedResponse(.success(response(APIError.failed)), cause: "\(error)")
    }
  }

  private static func result(of failure: StoreError) -> Result<CloudResponse, FileError> {
    switch failure {
    case .file(let failure): .failure(failure)
    case .unavailable: .success(busy)
    case .broken, .newerVersion: .success(response(APIError.failed))
    }
  }

  /// The 503 response of an overloaded server.
  package static var busy: CloudResponse {
    response(
      APIError(.tryAgainLater, message: "The cloud is too busy.", hint: "Try again in a moment."),
      retryAfterSeconds: 1)
  }

  private static var outOfMemory: CloudResponse {
    response(
      APIError(
        .tryAgainLater, message: "The cloud has too little memory to check a password.",
        hint: "Try again in a moment."), retryAfterSeconds: 1)
  }

  /// The 413 response to a body of more than ``largestBody``.
  package static var tooLarge: CloudResponse { response(APIError.tooLarge) }

  /// The 405 response that names the methods that a path has.
  package static func methodNotAllowed(_ methods: [HTTPMethod]) -> CloudResponse {
    response(APIError.methodNotAllowed(methods))
  }

  private static func response(
    _ error: APIError, retryAfterSeconds: Int? = nil
  ) -> CloudResponse {
    // An error consists of texts only, which always can be written as JSON.
    let body = try? JSONCoding.encode(error.document)
    return CloudResponse(
      status: error.document.error.code.status, body: body ?? Data(),
      retryAfterSeconds: retryAfterSeconds)
  }
}

/// A response, and the cause of a server error for the log.
package struct RoutedResponse: Sendable {
  package let result: Result<CloudResponse, FileError>
  /// The cause of a server error; not sent to clients.
  package let cause: String?

  init(_ result: Result<CloudResponse, FileError>, cause: String? = nil) {
    self.result = result
    self.cause = cause
  }
}

extension APIError {
  fileprivate static var tooLarge: APIError {
    APIError(
      .tooLarge, message: "The body is larger than \(CloudRouter.largestBody >> 10) KiB.",
      hint: "Send less.")
  }

  fileprivate static func methodNotAllowed(_ methods: [HTTPMethod]) -> APIError {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    return APIError(
      .methodNotAllowed, message: "That method is not possible there.",
      hint: "Use \(names).")
  }

  fileprivate static func noSuchEndpoint(_ path: [String]) -> APIError {
    APIError(
      .noSuchEndpoint, message: "There is no endpoint '/\(path.joined(separator: "/"))'.",
      hint: "Check the address and the version.")
  }

  fileprivate static var failed: APIError {
    APIError(
      .internalError, message: "The cloud failed to answer.",
      hint: "Try again; if it happens again, report it.")
  }
}
