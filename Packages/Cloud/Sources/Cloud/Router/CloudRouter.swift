public import Core
import FoundationEssentials

/// The cloud as one function: a request in, an answer out, whatever the transport.
public struct CloudRouter: Sendable {
  /// The largest body that is read, in bytes.
  public static let largestBody = 64 << 10

  package let table: RouteTable
  private let workers: Workers

  package init(table: RouteTable, workers: Workers) {
    self.table = table
    self.workers = workers
  }

  /// Answers a request, on one of the cloud's workers.
  ///
  /// - Throws: ``FileFailure`` when the cloud's own file failed.
  public func respond(to request: CloudRequest) async throws(FileFailure) -> CloudResponse {
    guard let answer = await workers.run({ answer(request) }) else { return Self.busy }
    return try answer.get()
  }

  /// Answers a request on the calling thread, which waits for disks and passwords.
  package func answer(_ request: CloudRequest) -> Result<CloudResponse, FileFailure> {
    do {
      return .success(try route(request))
    } catch let refusal as Refusal {
      return .success(Self.response(refusal))
    } catch StoreFailure.file(let failure) {
      return .failure(failure)
    } catch StoreFailure.unavailable {
      return .success(Self.busy)
    } catch is PasswordHasher.OutOfMemory {
      return .success(Self.busy)
    } catch {
      return .success(
        Self.response(
          Refusal(
            .internalError, message: "The cloud failed to answer.",
            hint: "Try again; if it happens again, report it.")))
    }
  }

  private func route(_ request: CloudRequest) throws -> CloudResponse {
    guard request.body?.count ?? 0 <= Self.largestBody else {
      throw Refusal(
        .tooLarge, message: "The body is larger than \(Self.largestBody >> 10) KiB.",
        hint: "Send less.")
    }
    switch table.match(request.method, request.path) {
    case .endpoint(let endpoint, let values):
      return try endpoint.answer(request, values)
    case .otherMethods(let methods):
      let names = methods.map(\.rawValue).joined(separator: ", ")
      throw Refusal(
        .methodNotAllowed,
        message: "\(request.method.rawValue) is not possible there.", hint: "Use \(names).")
    case .none:
      throw Refusal(
        .noSuchEndpoint, message: "There is no endpoint '/\(request.path.joined(separator: "/"))'.",
        hint: "Check the address and the version.")
    }
  }

  /// What a client is told that comes when there is too much to do.
  package static var busy: CloudResponse {
    response(
      Refusal(.tryAgainLater, message: "The cloud is too busy.", hint: "Try again in a moment."),
      retryAfterSeconds: 1)
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
