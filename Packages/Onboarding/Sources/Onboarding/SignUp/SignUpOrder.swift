/// A value that the sign-up asks for.
public enum SignUpField: CaseIterable, Sendable {
  case name, email, mobileNumber
}

/// The order in which a rider is led through the sign-up; the password comes last in any case.
public protocol SignUpOrder: Sendable {
  /// Every field, once.
  var fields: [SignUpField] { get }
}
