package import FoundationEssentials

/// Stores the times of maintenance tasks.
package protocol MaintenanceStore: Sendable {
  /// Stores the time of a task.
  ///
  /// This writes to the disk, so it fails where riders' requests would: on a full disk, in a file
  /// that is damaged or was removed, on a server that takes no writes.
  func record(_ task: MaintenanceTask, at time: Date) throws(StoreError)

  /// Reads an account, a session, a ride and a place through their indexes, from the disk: some tens
  /// of pages, however many there are, and with each second of the time others.
  func readSample(at time: Date) throws(StoreError)

  /// Returns the last time of a task; `nil` for never.
  func time(of task: MaintenanceTask) throws(StoreError) -> Date?
}

/// A maintenance task of a database.
package enum MaintenanceTask: String, CaseIterable, Sendable {
  /// A backup was written.
  case backup
  /// A server has checked that it can write.
  case readinessCheck = "readiness-check"
}
