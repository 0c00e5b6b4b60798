public import FeatureFlags

extension FlagSet {
  /// The flags of driving.
  public static let driving = FlagSet(
    document: PackageResources.driving_flags_json, substitutions: [driverLocator])
}

/// What tells where a driver's car is.
let driverLocator = Substitution<any DriverLocator>(
  flag: "driver-locator", default: "manual", { ManualLocator() },
  alternatives: ["simulated": { SimulatedLocator() }])
