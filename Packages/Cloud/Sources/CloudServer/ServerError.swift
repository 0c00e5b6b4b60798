public import Core

/// An error that prevents the start of a server.
public enum ServerError: Error, Equatable {
  /// The address is not one of this machine, is taken, or may not be used; the reason ends a
  /// sentence.
  case cannotListen(address: String, reason: String)
  /// The HTTP library refused, for example the certificate; the reason ends a sentence.
  case cannotServe(reason: String)
}

extension ServerError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .cannotListen(let address, let reason):
      Problem(
        .configuration, code: "cannotListen", message: "\(address) cannot be served: \(reason).",
        hint: "Choose another --listen address, or stop the program that uses this one.")
    case .cannotServe(let reason):
      Problem(
        .configuration, code: "cannotServe", message: "The server did not start: \(reason).",
        hint: "Check the certificate and its key.")
    }
  }
}
