/// A value that the sign-up asks for.
enum SignUpField: CaseIterable {
  case name, email, mobileNumber
}

/// The order in which a rider is led through the sign-up; the password comes last in any case.
protocol SignUpOrder: Sendable {
  /// Every field, once.
  var fields: [SignUpField] { get }
}

/// Begins with who the rider is.
struct NameFirstOrder: SignUpOrder {
  let fields: [SignUpField] = [.name, .email, .mobileNumber]
}

/// Begins with how the rider can be reached.
struct EmailFirstOrder: SignUpOrder {
  let fields: [SignUpField] = [.email, .mobileNumber, .name]
}
