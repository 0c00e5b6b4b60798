package import CloudDomain
public import Core
public import FoundationEssentials

extension SQLStore {
  /// Returns drivers by their names, those first about whom nothing is decided.
  ///
  /// - Parameter state: The state of the wanted ones; `nil` for all.
  package func driverAccounts(
    _ state: DriverAccount.State?, limit: Int
  ) throws(StoreError) -> [DriverAccount] {
    try all(
      Statements.all, ["state": state?.rawValue, "limit": limit], read: DriverAccount.init)
  }

  /// Returns the driver who has an e-mail, a plate or an identifier; each is unique.
  package func driverAccount(
    email: String, plate: String, rider: RiderID
  ) throws(StoreError) -> DriverAccount? {
    try first(
      Statements.one, ["email": email, "plate": plate, "rider": rider], read: DriverAccount.init)
  }
}

/// A driver as operators see one.
public struct DriverAccount: Codable, Equatable, Sendable {
  /// What an operator has decided.
  public enum State: String, Codable, CaseIterable, Sendable { case undecided, approved, suspended }

  public let rider: Identifier<RiderProfile>
  public let name: String
  public let email: String
  public let car: DriverCar
  public let state: State
  /// Why it was decided so.
  public let reason: String?
  public let decidedAt: Date?
  /// Since when a shift is open.
  public let shiftStartedAt: Date?
  public let completedRides: Int

  fileprivate init(_ row: any SQLRow) throws(StoreError) {
    let driver = try DriverRecord(row)
    (rider, car) = (driver.rider, driver.car)
    (name, email) = (row.text(DriverColumn.count), row.text(DriverColumn.count + 1))
    state = driver.decision.flatMap { State(rawValue: $0.verdict.rawValue) } ?? .undecided
    (reason, decidedAt) = (driver.decision?.reason, driver.decision?.time)
    shiftStartedAt = driver.shift?.since
    completedRides = Int(row.integer(DriverColumn.count + 2))
  }
}

private enum Statements {
  private static func accounts(_ condition: String) -> SQLStatement {
    SQLStatement(
      """
      SELECT \(DriverColumn.list), accounts.name, accounts.email,
        (SELECT count(*) FROM rides WHERE driver = drivers.rider
          AND completed_at IS NOT NULL AND cancelled_at IS NULL)
        + (SELECT count(*) FROM former_rides WHERE driver = drivers.rider AND is_completed = 1)
      FROM drivers JOIN accounts ON accounts.id = drivers.rider \(condition)
      """)
  }
  static let all = accounts(
    """
    WHERE coalesce(decision, 'undecided') = coalesce(CAST(:state AS text), decision, 'undecided')
    ORDER BY CASE WHEN decision IS NULL THEN 0 ELSE 1 END, accounts.name, accounts.id LIMIT :limit
    """)
  static let one = accounts(
    """
    WHERE accounts.email = :email OR drivers.rider = :rider
      OR replace(replace(plate, ' ', ''), '-', '') = replace(replace(:plate, ' ', ''), '-', '')
    ORDER BY CASE WHEN plate = :plate THEN 0 ELSE 1 END LIMIT 1
    """)
}
