public import Core

extension Problem.Kind {
  /// The status that a command ends with. Source of 64 to 78: sysexits.h.
  public var exitStatus: Int32 {
    switch self {
    case .failed: 1
    case .cancelled: 2
    case .usage: 64
    case .badData: 65
    case .noInput: 66
    case .unreachable: 69
    case .internalError: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .tryAgainLater: 75
    case .unintelligible: 76
    case .notPermitted: 77
    case .configuration: 78
    }
  }
}
