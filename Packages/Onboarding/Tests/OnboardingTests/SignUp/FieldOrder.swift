import Onboarding

/// The sign-up in the order of the test's choice.
struct FieldOrder: SignUpOrder {
  var fields: [SignUpField] = [.name, .email, .mobileNumber]
}
