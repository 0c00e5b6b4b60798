public import Basics
public import Core
import Glibc

/// An error of a store.
package enum StoreError: Error, Equatable {
  /// The store is a file of this machine, and the file failed.
  case file(FileError)
  /// The store is a server that cannot be reached or is too busy; the reason ends a sentence.
  case unavailable(reason: String)
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

  /// The reason for the log; ends a sentence.
  package var reason: String {
    switch self {
    case .file(let failure): "\(failure.path): \(failure.reason)"
    case .unavailable(let reason), .contended(let reason), .broken(let reason),
      .ownerGone(let reason), .newerVersion(let reason):
      reason
    }
  }

  /// A failure of a file of the store.
  static func file(
    _ kind: FileError.Kind, path: String, _ reason: String, remedy: String = ""
  ) -> StoreError {
    .file(FileError(kind, path: path, reason: reason, remedy: remedy))
  }

  /// The failure of the last system call on a file of the store.
  static func systemCall(_ path: String) -> StoreError {
    .file(FileError(errorNumber: errno, path: path))
  }

  /// Calls a body whose failures are those of a file of the store.
  static func onFile<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(StoreError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}

/// An error of the cloud's database.
public enum DatabaseError: Error, Equatable {
  /// It is a file, and the file failed.
  case file(FileError)
  /// It is a server that cannot be reached or does not work; the reason ends a sentence.
  case unavailable(reason: String)
  /// Its tables have a version that this program does not know; the reason ends a sentence.
  case newerVersion(reason: String)

  init(_ error: StoreError) {
    switch error {
    case .file(let failure): self = .file(failure)
    case .newerVersion(let reason): self = .newerVersion(reason: reason)
    default: self = .unavailable(reason: error.reason)
    }
  }
}

extension DatabaseError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .file(let failure): failure.problem
    case .unavailable(let reason):
      Problem(
        .unreachable, code: "databaseUnavailable",
        message: "The cloud's database cannot be used: \(reason).",
        hint: "Check that the database runs and that its address and password are right.")
    case .newerVersion(let reason):
      Problem(
        .configuration, code: "newerVersion",
        message: "The cloud's database cannot be used: \(reason).",
        hint: "Update koober-cloud, or use another database.")
    }
  }
}
