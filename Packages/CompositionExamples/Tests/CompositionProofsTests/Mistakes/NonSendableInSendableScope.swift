import Synchronization

#if MISTAKE
  final class RideCounter {
    var rides = 0
  }
#else
  final class RideCounter: Sendable {
    let rides = Mutex(0)
  }
#endif

struct CountingContainer: Sendable {
  let rideCounter: RideCounter
}
