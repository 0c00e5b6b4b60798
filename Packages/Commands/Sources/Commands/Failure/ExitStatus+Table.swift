public import Core
public import Terminal

extension ExitStatus {
  /// The command did everything that was requested.
  static let done = ExitStatus(0, "done; of a server: stopped by a signal")

  /// A signal or Ctrl-C ended the command. Source of the number: 128 + SIGINT.
  static let interrupted = ExitStatus(130, "interrupted")

  /// Every status that Koober's programs end with, in the order of their numbers.
  public static let table = [done] + Problem.Kind.allCases.map(\.exitStatus) + [interrupted]
}

extension Problem.Kind {
  /// The status that a command ends with. Source of 64 to 78: sysexits.h.
  public var exitStatus: ExitStatus {
    switch self {
    case .failed: ExitStatus(1, "failed")
    case .cancelled: ExitStatus(2, "cancelled by the rider")
    case .usage: ExitStatus(64, "usage: the command line is not understood or incomplete")
    case .badData: ExitStatus(65, "bad data: a corrupt file or a bad import")
    case .noInput:
      ExitStatus(66, "no such input: a file, a place, a ride or a post that does not exist")
    case .unreachable: ExitStatus(69, "the cloud, or its database, cannot be reached")
    case .internalError: ExitStatus(70, "internal error")
    case .cannotCreate: ExitStatus(73, "a file cannot be created")
    case .inputOutput: ExitStatus(74, "input-output error: the disk is full or does not work")
    case .tryAgainLater: ExitStatus(75, "try again later")
    case .unintelligible: ExitStatus(76, "the cloud answered something unintelligible")
    case .notPermitted: ExitStatus(77, "not signed in, or refused")
    case .configuration:
      ExitStatus(78, "bad configuration: a file, an address, a certificate or the environment")
    }
  }
}
