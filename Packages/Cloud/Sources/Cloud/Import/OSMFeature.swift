import Basics
import CloudDomain
import Core

/// A feature of OpenStreetMap, as far as it is used.
struct OSMFeature {
  /// The places that riders name: keys, and their values. Source: OpenStreetMap wiki, "Map features".
  static let classes: KeyValuePairs = [
    "place": "city,town,village,suburb,quarter,neighbourhood,hamlet",
    "railway": "station,halt", "aeroway": "aerodrome,terminal",
    "amenity":
      "hospital,clinic,university,college,school,bus_station,ferry_terminal,theatre,cinema,"
      + "arts_centre,conference_centre,events_venue,community_centre,library,townhall,courthouse,"
      + "embassy,marketplace,casino,nightclub,place_of_worship",
    "tourism":
      "hotel,hostel,motel,guest_house,attraction,museum,gallery,zoo,aquarium,theme_park",
    "shop": "mall,department_store", "leisure": "stadium,sports_centre,marina,water_park,park",
    "historic": "castle,monument", "public_transport": "station",
  ]

  let id: String
  let name: String?
  let otherNames: [(key: String, value: String)]
  /// What place it is, such as `hospital` or `street`; `nil` for what riders do not name.
  let placeClass: String?
  /// What its name is that of; `nil` for what has none on a map.
  let kind: MapTile.PlaceKind?
  let area: MapTile.AreaKind?
  let isStreet: Bool
  /// The closed lines of an area, the line of a way, or one point.
  let lines: [[Location]]

  init?(_ json: JSON) {
    guard let feature = json.object, let id = feature["id"]?.text,
      let geometry = feature["geometry"]?.object, let type = geometry["type"]?.text,
      let coordinates = geometry["coordinates"], let tags = feature["properties"]?.object
    else { return nil }
    self.id = id
    otherNames = tags.members.filter { PlaceFields.isOtherName($0.name) }
      .compactMap { member in member.value.text.map { (member.name, $0) } }
    name = ([tags["name"]?.text] + otherNames.map(\.value))
      .lazy.compactMap(\.self).first { !$0.containsInvisibleScalars }
    let value = { (key: String) in tags[key]?.text }
    let isArea = type == "MultiPolygon"
    isStreet = type == "LineString" && value("highway") != nil
    // Whatever is closed comes as a line, too.
    let isName = isArea || type == "Point"
    let isWater =
      value("natural") == "water" || value("waterway") == "riverbank"
      || value("landuse") == "reservoir"
    let isPark =
      ["park", "garden"].contains(value("leisure")) || value("landuse") == "recreation_ground"
    let classes = Self.classes.lazy.compactMap { key, values in
      value(key).flatMap { values.split(separator: ",").contains($0[...]) ? $0 : nil }
    }
    placeClass = isStreet ? "street" : isName ? classes.first : nil
    kind = isName ? Self.kind(value) ?? (isWater && isArea ? .water : nil) : nil
    switch (isArea, value("natural")) {
    case (false, "coastline"?): area = .water
    case (true, _) where isWater: area = .water
    case (true, _) where isPark: area = .park
    default: area = nil
    }
    var lines: [[Location]] = []
    Self.collect(coordinates, into: &lines)
    self.lines = lines
  }

  private static func kind(_ value: (String) -> String?) -> MapTile.PlaceKind? {
    switch value("place") {
    case "city"?: return .city
    case "town"?: return .town
    case _?: return .suburb
    case nil: break
    }
    if ["station", "halt"].contains(value("railway")) || value("aeroway") == "aerodrome" {
      return .station
    }
    let sights: [String?] = ["attraction", "museum", "gallery", "zoo", "theme_park"]
    return sights.contains(value("tourism"))
      || ["castle", "monument"].contains(value("historic")) ? .landmark : nil
  }

  /// Collects the lines of nested coordinates; a point is a line of one.
  private static func collect(_ coordinates: JSON, into lines: inout [[Location]]) {
    guard let elements = coordinates.elements, let first = elements.first else { return }
    if let point = location(coordinates) {
      lines.append([point])
    } else if location(first) != nil {
      lines.append(elements.compactMap(location))
    } else {
      for element in elements { collect(element, into: &lines) }
    }
  }

  private static func location(_ json: JSON) -> Location? {
    guard let numbers = json.elements, numbers.count >= 2, let longitude = numbers[0].double,
      let latitude = numbers[1].double
    else { return nil }
    return try? Location(latitude: latitude, longitude: longitude)
  }

  var bounds: (southWest: Location, northEast: Location)? {
    let points = lines.joined()
    guard let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max(),
      let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max()
    else { return nil }
    return (Location(nearestTo: south, west), Location(nearestTo: north, east))
  }

  /// The middle point of a street, or the middle of anything else.
  var center: Location? {
    if isStreet { return lines.first.flatMap { $0.isEmpty ? nil : $0[$0.count / 2] } }
    guard let (southWest, northEast) = bounds,
      // What lies on both sides of the antimeridian has its middle nowhere near.
      northEast.longitude - southWest.longitude < 90
    else { return nil }
    return Location(
      nearestTo: (southWest.latitude + northEast.latitude) / 2,
      (southWest.longitude + northEast.longitude) / 2)
  }
}
