public import Core

/// What the cloud needs from the app that runs it.
public protocol CloudDependencies: Sendable {
  /// Where the cloud keeps what it knows.
  var database: CloudDatabase { get }
  var clock: any WallClock { get }
  /// Where identifiers, tokens and seeds come from.
  var randomBytes: any RandomBytes { get }
  /// How much work a password hash costs.
  var passwordHashing: PasswordHashingCost { get }
  /// How cars get from one point to another.
  var routeModel: any RouteModel { get }
  /// The threads that may wait for disks and passwords.
  var workers: WorkerPool { get }
  /// The definitions of flags that the cloud serves; `nil` in a cloud that keeps none.
  var flags: FlagFile? { get }
  /// The definitions of the flags whose exposures are counted; `nil` to count all, in a cloud that
  /// only its own process calls.
  var experimentFlags: FlagFile? { get }
  /// Called when an event could not be written to the audit log; the request succeeds nevertheless.
  ///
  /// - Parameter reason: For those who run the cloud; ends a sentence.
  var reportAuditFailure: @Sendable (_ reason: String) -> Void { get }
}

extension CloudDependencies {
  /// A cloud keeps no flags unless it says so.
  public var flags: FlagFile? { nil }

  /// The flags that the cloud serves, unless it says otherwise.
  public var experimentFlags: FlagFile? { flags }

  /// Nothing is done unless the cloud says so.
  public var reportAuditFailure: @Sendable (_ reason: String) -> Void { { _ in } }
}
