import Core

extension CloudAPI {
  #if MISTAKE
    static let weather = Endpoint<Empty, Empty, RiderProfile>(
      "weather", .get, "/weather", access: .anyone, limit: .publicReads,
      summary: "Returns the weather.")
  #else
    static let weather = Endpoint<Empty, Empty, RiderProfile>(
      "weather", .get, "/weather", access: .anyone, cost: .rows, limit: .publicReads,
      summary: "Returns the weather.")
  #endif
}
