package import FoundationEssentials

/// Remembers when the database was last looked after.
package protocol MaintenanceStore: Sendable {
  /// Remembers that a task was done.
  ///
  /// This writes to the disk, so it fails where riders' requests would: on a full disk, in a file
  /// that is damaged or was removed, on a server that takes no writes.
  func record(_ task: MaintenanceTask, at time: Date) throws(StoreError)

  /// Returns when a task was done last; `nil` for never.
  func time(of task: MaintenanceTask) throws(StoreError) -> Date?
}

/// What is done to a database beside riders' requests.
package enum MaintenanceTask: String, CaseIterable, Sendable {
  /// A backup was written.
  case backup
  /// A server has found out that it can write.
  case readinessCheck = "readiness-check"
}
