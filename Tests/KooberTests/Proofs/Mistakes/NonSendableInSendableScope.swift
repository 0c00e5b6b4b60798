import Sharing
import Synchronization

#if MISTAKE
  final class ShareCounter {
    var shares = 0
  }
#else
  final class ShareCounter: Sendable {
    let shares = Mutex(0)
  }
#endif

/// The scope of sharing, with something beside it that counts.
struct CountingScope: Sendable {
  let sharingContainer: SharingContainer
  let shareCounter: ShareCounter
}
