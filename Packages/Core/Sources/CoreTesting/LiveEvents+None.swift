public import Core

extension LiveEvents {
  /// A cloud without streams: what is shown is asked for at intervals of a clock.
  public static func none(_ clock: ManualWallClock = ManualWallClock()) -> LiveEvents {
    LiveEvents(
      client: CloudClient(transport: RoutedCloudTransport([:])), session: .johnny,
      services: SystemServices(wallClock: clock))
  }
}
