import Basics
import CloudDomain
public import CloudStore
import Core

/// Approves and suspends drivers, and lists them.
public struct DriverAdministration: Sendable {
  /// The longest reason, in characters.
  static let longestReason = 200

  let dependencies: any CloudDependencies

  /// Returns drivers by their names, those first about whom nothing is decided.
  ///
  /// - Parameters:
  ///   - state: The state of the wanted ones; `nil` for all.
  ///   - limit: The most drivers.
  public func list(
    _ state: DriverAccount.State?, limit: Int
  ) async throws(AdministrationError) -> [DriverAccount] {
    try await dependencies.administer { store throws(StoreError) in
      try store.driverAccounts(state, limit: limit)
    }
  }

  /// Returns the driver with an e-mail, a plate or a rider's identifier.
  public func find(_ name: String) async throws(AdministrationError) -> DriverAccount {
    let found = try await dependencies.administer { store throws(StoreError) in
      try store.driverAccount(
        email: name.normalizedEmail, plate: name.uppercased(), rider: RiderID(name))
    }
    guard let found else { throw .noSuchDriver(name) }
    return found
  }

  /// Approves a driver with the car that was found; another one is refused.
  ///
  /// - Parameters:
  ///   - driver: As ``find(_:)`` or ``list(_:limit:)`` returned it.
  ///   - reason: Of at most 200 characters in one line; for the audit log.
  public func approve(
    _ driver: DriverAccount, reason: String
  ) async throws(AdministrationError) -> DriverAccount {
    try await decide(.approved, driver, reason)
  }

  /// Suspends a driver: the shift, an open offer and a ride that has not started end for the driver, a
  /// trip when it is completed.
  ///
  /// - Parameters:
  ///   - name: An e-mail, a plate or a rider's identifier.
  ///   - reason: Of 1 to 200 characters in one line; the driver and the audit log get it.
  public func suspend(
    _ name: String, reason: String
  ) async throws(AdministrationError) -> DriverAccount {
    guard !reason.trimmingBlanks.isEmpty else { throw .badReason }
    return try await decide(.suspended, find(name), reason)
  }

  private func decide(
    _ verdict: DriverDecision.Verdict, _ driver: DriverAccount, _ reason: String
  ) async throws(AdministrationError) -> DriverAccount {
    guard reason.count <= Self.longestReason, reason.utf8.count <= 4 * Self.longestReason,
      !reason.containsInvisibleScalars
    else { throw .badReason }
    let (clock, audit) = (dependencies.clock, AuditLog(dependencies))
    let refusal = try await dependencies.administer { store throws(StoreError) -> RideRefusal? in
      let decision = DriverDecision(verdict, reason: reason, at: clock.now.inWholeMilliseconds)
      // The car may be another one by now; a suspension is of the driver.
      let event = RideEvent.decide(decision, of: verdict == .approved ? driver.car : nil)
      if let refusal = try store.apply(event, by: driver.rider, clock: { clock.now }) {
        return refusal
      }
      audit.record(
        verdict == .approved ? .driverApproval : .driverSuspension, by: .rider(driver.rider),
        from: nil, reason: reason.isEmpty ? nil : reason)
      return nil
    }
    switch refusal {
    case nil: return try await find(driver.rider.rawValue)
    case .otherCar?: throw .carChanged(driver.email)
    default: throw .noSuchDriver(driver.email)
    }
  }
}
