public import FeatureFlags

extension FlagSet {
  public static let onboarding = FlagSet(
    document: PackageResources.onboarding_flags_json, substitutions: [signUpFields])
}

/// The order in which a rider is led through the sign-up; the password comes last in any case.
let signUpFields = Substitution<[SignUpField]>(
  flag: "onboarding-order", default: "name-first", product: [.name, .email, .mobileNumber],
  alternatives: ["email-first": [.email, .mobileNumber, .name]])

/// A field of the sign-up.
enum SignUpField { case name, email, mobileNumber }
