package import Basics

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

  /// The store's tables have a version that this program does not know; the reason ends a
  /// sentence.
  case newerVersion(reason: String)

  /// The store was not to wait, and would have had to.
  package static let wouldBlock = StoreError.unavailable(reason: "the call would block")

  /// The reason for the log.
  package var reason: String {
    switch self {
    case .file(let failure): "\(failure.path): \(failure.reason)"
    case .unavailable(let reason), .contended(let reason), .broken(let reason),
      .ownerGone(let reason),
      .newerVersion(let reason):
      reason
    }
  }
}
