public import Basics
public import Core
import Glibc

/// An error of the cloud's database.
public enum StoreError: Error, Equatable {
  /// The store is a file of this machine, and the file failed.
  case file(FileError)
  /// The store is a server that cannot be reached or is too busy; the reason ends a sentence.
  case unavailable(reason: String)
  /// The store is a server that refuses until an operator acts; the reason ends a sentence.
  ///
  /// - Parameters:
  ///   - remedy: What the operator does, in a sentence.
  ///   - mayPass: Whether it may also come back by itself.
  case refused(reason: String, remedy: String, mayPass: Bool)
  /// The store answers, but the work has waited too long for rows that other work has locked; the
  /// reason ends a sentence.
  case contended(reason: String)
  /// The store is a server that answered something unexpected; the reason ends a sentence.
  case broken(reason: String)

  /// The owner of a new row was deleted meanwhile: mostly the account of its rider. The reason ends
  /// a sentence.
  case ownerGone(reason: String)

  /// The store's tables have a version that this program does not know; the reason ends a sentence.
  case newerVersion(reason: String)

  /// The store was not to wait, and would have had to.
  package static let wouldBlock = StoreError.unavailable(reason: "the call would block")

  /// Other work has the store for longer than the request may wait.
  package static let noConnection = StoreError.contended(
    reason: "no connection to the database was free in time")

  /// The reason for the log; ends a sentence.
  package var reason: String {
    switch self {
    case .file(let failure): "\(failure.path): \(failure.reason)"
    case .unavailable(let reason), .contended(let reason), .broken(let reason),
      .ownerGone(let reason), .newerVersion(let reason), .refused(let reason, _, _):
      reason
    }
  }

  /// Whether all work fails now, whatever it is, so that a part of it is not tried again.
  package var isOutage: Bool {
    switch self {
    case .file(let failure): failure.kind == .busy || failure.kind == .full
    case .unavailable, .contended, .refused: true
    case .broken, .ownerGone, .newerVersion: false
    }
  }

  /// A failure of a file of the store.
  package static func file(
    _ kind: FileError.Kind, path: String, _ reason: String, remedy: String = ""
  ) -> StoreError {
    .file(FileError(kind, path: path, reason: reason, remedy: remedy))
  }

  /// The failure of the last system call on a file of the store.
  static func systemCall(_ path: String) -> StoreError {
    .file(FileError(errorNumber: errno, path: path))
  }

  /// Calls a body whose failures are those of a file of the store.
  package static func onFile<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(StoreError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}

extension StoreError: ProblemConvertible {
  /// Whether the database may come back by itself, so that a server waits for it.
  public var mayPass: Bool {
    switch self {
    case .file, .broken, .ownerGone, .newerVersion: false
    case .unavailable, .contended: true
    case .refused(_, _, let mayPass): mayPass
    }
  }

  public var problem: Problem {
    let hint: String
    switch self {
    case .file(let failure): return failure.problem
    case .newerVersion:
      return Problem(
        .configuration, code: "newerVersion", message: message,
        hint: "Update koober-cloud, or use another database.")
    case .unavailable, .contended:
      hint = "Check that the database runs and answers, and that its address is right."
    case .refused(_, let remedy, _): hint = remedy
    case .broken, .ownerGone: hint = "Look at the database's log."
    }
    return Problem(.unreachable, code: "databaseUnavailable", message: message, hint: hint)
  }

  private var message: String { "The cloud's database cannot be used: \(reason)." }
}
