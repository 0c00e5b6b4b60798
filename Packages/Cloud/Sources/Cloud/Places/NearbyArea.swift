package import Core
import Glibc

/// The points within a distance of a centre, and boxes of degrees that hold them all.
package struct NearbyArea: Equatable, Sendable {
  /// A range of latitudes and one of longitudes, in degrees.
  package struct Box: Equatable, Sendable {
    package let latitudes: ClosedRange<Double>
    package let longitudes: ClosedRange<Double>
  }

  package let center: Location
  /// In metres.
  package let radius: Double

  package init(center: Location, radius: Double) {
    self.center = center
    self.radius = radius
  }

  /// Whether the area is the whole globe.
  package var isEverywhere: Bool { radius >= Location.earthRadius * .pi }

  /// One box, or two where the area crosses the meridian of ±180 degrees.
  ///
  /// Source: J. P. Matuschek, "Finding Points Within a Distance of a Latitude/Longitude Using
  /// Bounding Coordinates", section 3.3.
  package var boxes: [Box] {
    let angle = radius / Location.earthRadius
    // A millionth of a degree, 0.1 m, covers rounding.
    let margin = angle * 180 / .pi + 1e-6
    let south = max(-90, center.latitude - margin)
    let north = min(90, center.latitude + margin)
    guard south > -90, north < 90 else {
      return [Box(latitudes: south...north, longitudes: -180...180)]
    }
    let width = asin(min(1, sin(angle) / cos(center.latitude * .pi / 180))) * 180 / .pi + 1e-6
    let west = center.longitude - width
    let east = center.longitude + width
    let latitudes = south...north
    if west < -180 {
      return [
        Box(latitudes: latitudes, longitudes: -180...east),
        Box(latitudes: latitudes, longitudes: west + 360...180),
      ]
    }
    if east > 180 {
      return [
        Box(latitudes: latitudes, longitudes: west...180),
        Box(latitudes: latitudes, longitudes: -180...east - 360),
      ]
    }
    return [Box(latitudes: latitudes, longitudes: west...east)]
  }
}
