/// Why a rider could not sign in or sign up, or a stored session could not be read.
public enum AuthenticationError: Error, Equatable {
  case wrongCredentials(email: String)
  case emailTaken(email: String)
  case unreadableSession
  case storeFailed(path: String)
}

extension AuthenticationError: CustomStringConvertible {
  /// What happened, to what, and what the rider can do next.
  public var description: String {
    switch self {
    case .wrongCredentials(let email):
      "No account matches '\(email)' and that password. Check both, or sign up."
    case .emailTaken(let email):
      "'\(email)' has an account already. Sign in instead."
    case .unreadableSession:
      "The stored session cannot be read. Sign in again."
    case .storeFailed(let path):
      "The session file '\(path)' cannot be used. Check the disk and its rights."
    }
  }
}
