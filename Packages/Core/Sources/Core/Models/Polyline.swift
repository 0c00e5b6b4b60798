/// A line of points as text. Source: Google, "Encoded Polyline Algorithm Format".
public enum Polyline {
  /// Writes a line with five digits after the point, which is about a meter.
  public static func encode(_ points: some Sequence<Location>) -> String {
    var text: [UInt8] = []
    var last = (latitude: 0, longitude: 0)
    for point in points {
      let next = (
        latitude: Int((point.latitude * 1e5).rounded()),
        longitude: Int((point.longitude * 1e5).rounded())
      )
      write(next.latitude - last.latitude, to: &text)
      write(next.longitude - last.longitude, to: &text)
      last = next
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func write(_ number: Int, to text: inout [UInt8]) {
    // The lowest bit has the sign.
    var rest = number < 0 ? ~(number << 1) : number << 1
    while rest >= 0x20 {
      text.append(UInt8(rest & 0x1F | 0x20) + 63)
      rest >>= 5
    }
    text.append(UInt8(rest) + 63)
  }

  /// Reads a line in ASCII whose numbers have so many digits after the point.
  ///
  /// - Returns: `nil` when the text is no line, leaves the globe, or has too many points.
  public static func decode(
    _ text: ArraySlice<UInt8>, digits: Int = 5, atMost limit: Int
  ) -> [Location]? {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    var points: [Location] = []
    var degrees = (latitude: 0, longitude: 0)
    points.reserveCapacity(min(limit, text.count / 4))
    var rest = text
    while !rest.isEmpty {
      guard points.count < limit, let latitude = number(&rest), let longitude = number(&rest) else {
        return nil
      }
      degrees = (degrees.latitude &+ latitude, degrees.longitude &+ longitude)
      guard
        let point = try? Location(
          latitude: Double(degrees.latitude) / scale, longitude: Double(degrees.longitude) / scale)
      else { return nil }
      points.append(point)
    }
    return points
  }

  /// Takes the next number; `nil` for what is none.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var (value, shift) = (0, 0)
    while shift <= 30, let byte = rest.popFirst(), (63...126).contains(byte) {
      let bits = Int(byte) - 63
      value |= (bits & 0x1F) << shift
      if bits < 0x20 { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
      shift += 5
    }
    return nil
  }
}
