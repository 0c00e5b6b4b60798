import Onboarding

/// Begins with who the rider is.
struct NameFirstOrder: SignUpOrder {
  let fields: [SignUpField] = [.name, .email, .mobileNumber]
}

/// Begins with how the rider can be reached.
struct EmailFirstOrder: SignUpOrder {
  let fields: [SignUpField] = [.email, .mobileNumber, .name]
}
