final class Driver {
  weak var rider: Rider?

  init(rider: Rider?) {
    self.rider = rider
  }
}

final class Rider {
  let driver: Driver

  init(driver: Driver) {
    self.driver = driver
  }
}

/// Two objects that need each other: a cycle in the initializers cannot be written, one side has
/// to be set afterwards, and weakly.
struct Trip {
  let driver: Driver
  let rider: Rider

  init() {
    #if MISTAKE
      driver = Driver(rider: rider)
      rider = Rider(driver: driver)
    #else
      driver = Driver(rider: nil)
      rider = Rider(driver: driver)
      driver.rider = rider
    #endif
  }
}
