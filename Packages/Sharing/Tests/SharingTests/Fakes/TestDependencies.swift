import Console
import Core
import CoreTesting
import FeatureFlags
import RideUI
import Terminal

@testable import Sharing

/// What the commands of sharing work with.
struct TestContext: SharingContext {
  let console: CommandConsole
  let container: SharingContainer

  func sharingContainer() -> SharingContainer { container }
  func makeNavigator() -> Navigator { Navigator() }
}

extension MapTiles {
  /// The map of a cloud that knows no street.
  nonisolated static var empty: MapTiles {
    MapTiles(wallClock: ManualWallClock()) { _, _ in
      TaggedResponse(response: MapTile(), entityTag: nil)
    }
  }
}
