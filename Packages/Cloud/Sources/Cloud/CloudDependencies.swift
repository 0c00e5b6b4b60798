public import CloudRoutes
public import CloudStore
public import Core

/// The dependencies of the cloud, which its app supplies.
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
  /// The flag definitions to serve; `nil` to serve the published ones.
  var flags: FlagFile? { get }
  /// The flag definitions that the cloud serves as long as none were published.
  var initialFlags: FlagFile? { get }
  /// The flags that the cloud decides itself: it refuses definitions, which would have no effect.
  var reservedFlags: Set<String> { get }
  /// Who drives a ride that is requested now; `nil` where the flags that the cloud serves say so.
  var dispatch: (@Sendable () -> RideDispatch)? { get }
  /// Whether drivers drive only after the operator has approved them.
  var driversNeedApproval: Bool { get }
  /// The token that the remote evaluation protocol requires; `nil` to evaluate flags for everyone.
  var evaluationToken: Secret? { get }
  /// Whether exposures to undefined flags are counted, as in a cloud that only its process calls.
  var countsUnknownFlags: Bool { get }
  /// Called when the audit log could not be written, with a reason that ends a sentence; the
  /// request succeeds nevertheless.
  var reportAuditFailure: @Sendable (_ reason: String) -> Void { get }
}

extension CloudDependencies {
  /// Returns the definitions that the cloud serves.
  func makeFlagSource() -> any FlagSource {
    flags ?? PublishedFlags(store: database.store, clock: clock, file: initialFlags)
  }

  /// The default: the published definitions are served.
  public var flags: FlagFile? { nil }

  /// The default: there are no flags before some are published.
  public var initialFlags: FlagFile? { nil }

  /// The default: definitions of every flag are served.
  public var reservedFlags: Set<String> { [] }

  /// The default: the flags say who drives.
  public var dispatch: (@Sendable () -> RideDispatch)? { nil }

  /// The default: whoever registers a car may drive.
  public var driversNeedApproval: Bool { false }

  /// The default: flags are evaluated for everyone.
  public var evaluationToken: Secret? { nil }

  /// The default: they are not counted.
  public var countsUnknownFlags: Bool { false }

  /// The default: failures are ignored.
  public var reportAuditFailure: @Sendable (_ reason: String) -> Void { { _ in } }
}

extension CloudDependencies {
  var store: SQLStore { database.store }

  /// Uses the store on a worker and waits for the result.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (SQLStore) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await workers.run { [store] () throws(StoreError) in try body(store) }
  }

  /// Uses the store on a worker for an operator and waits for the result.
  func administer<Value: Sendable>(
    _ body: @escaping @Sendable (SQLStore) throws(StoreError) -> Value
  ) async throws(AdministrationError) -> Value {
    do throws(StoreError) {
      return try await run(body)
    } catch {
      throw .database(error)
    }
  }
}

extension WorkerPool {
  /// Uses a store on a worker and waits for the result.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let result = await run { Result { () throws(StoreError) in try body() } }
    guard let result else { throw .unavailable(reason: "it has too much to do") }
    return try result.get()
  }
}
