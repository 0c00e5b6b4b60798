public import Core

/// What the cloud needs from its app.
public protocol CloudDependencies: Sendable {
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
  /// The flag definitions that the cloud serves; `nil` in a cloud without flags.
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
  /// The default: a cloud without flags.
  public var flags: FlagFile? { nil }

  /// The default: the flags that the cloud serves.
  public var experimentFlags: FlagFile? { flags }

  /// The default: failures are ignored.
  public var reportAuditFailure: @Sendable (_ reason: String) -> Void { { _ in } }
}
