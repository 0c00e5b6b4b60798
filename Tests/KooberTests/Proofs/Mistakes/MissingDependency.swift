import Sharing
import SharingTesting

#if MISTAKE
  /// Another app, which answers nothing of what sharing asks.
  struct KioskDependencies: SharingDependencies {}
#else
  typealias KioskDependencies = SharingDouble
#endif
