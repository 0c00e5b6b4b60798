/// Why a rider could not sign in or sign up, or a stored session could not be read.
public enum AuthenticationError: Error, Equatable {
  case wrongCredentials(email: String)
  case emailTaken(email: String)
  case unreadableSession
  case storeFailed(path: String)
}
