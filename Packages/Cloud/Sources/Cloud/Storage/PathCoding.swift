package import Core

/// The stored form of a path: latitude and longitude of each corner as 64-bit floating-point
/// numbers, the lowest byte first.
package enum PathCoding {
  package static func encode(_ path: [Location]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * path.count)
    for corner in path {
      for degrees in [corner.latitude, corner.longitude] {
        withUnsafeBytes(of: degrees.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }

  /// Reads a path; `nil` when the bytes are none.
  package static func decode(_ bytes: [UInt8]) -> [Location]? {
    guard bytes.count.isMultiple(of: 16), !bytes.isEmpty else { return nil }
    return bytes.withUnsafeBytes { buffer in
      var path: [Location] = []
      for offset in stride(from: 0, to: buffer.count, by: 16) {
        let latitude = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let longitude = buffer.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        let corner = try? Location(
          latitude: Double(bitPattern: UInt64(littleEndian: latitude)),
          longitude: Double(bitPattern: UInt64(littleEndian: longitude)))
        guard let corner else { return nil }
        path.append(corner)
      }
      return path
    }
  }
}
