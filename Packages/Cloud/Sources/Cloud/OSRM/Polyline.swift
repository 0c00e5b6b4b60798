import Core

/// A line of points as text, with six digits after the point. Source: Google, "Encoded Polyline
/// Algorithm Format"; OSRM, "HTTP API", geometries=polyline6.
enum Polyline {
  /// Returns the points; `nil` when the text is no line, leaves the globe, or has too many points.
  static func decode(_ text: String, atMost limit: Int) -> [Location]? {
    var points: [Location] = []
    var degrees = (latitude: 0, longitude: 0)
    var bytes = text.utf8.makeIterator()
    while let latitude = number(&bytes) {
      guard points.count < limit, let latitude, case let longitude?? = number(&bytes) else {
        return nil
      }
      degrees = (degrees.latitude &+ latitude, degrees.longitude &+ longitude)
      guard
        let point = try? Location(
          latitude: Double(degrees.latitude) / 1e6, longitude: Double(degrees.longitude) / 1e6)
      else { return nil }
      points.append(point)
    }
    return points
  }

  /// Returns the next number: `nil` at the end, `.some(nil)` for what is none.
  private static func number(_ bytes: inout String.UTF8View.Iterator) -> Int?? {
    var value = 0
    for shift in stride(from: 0, through: 30, by: 5) {
      guard let byte = bytes.next() else { return shift == 0 ? nil : .some(nil) }
      guard (63...126).contains(byte) else { return .some(nil) }
      let bits = Int(byte) - 63
      value |= (bits & 0x1F) << shift
      // The lowest bit has the sign.
      if bits < 0x20 { return .some(value & 1 == 0 ? value >> 1 : ~(value >> 1)) }
    }
    return .some(nil)
  }
}
