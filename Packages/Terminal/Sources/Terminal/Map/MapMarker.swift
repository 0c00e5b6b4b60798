/// Something that stands at a point of a map.
public struct MapMarker: Sendable, Hashable {
  /// What it is.
  public enum Kind: Sendable, Hashable, CaseIterable {
    case place, car, ownCar, dropoff, pickup
  }

  public var kind: Kind
  public var point: MapPoint

  /// What is written beside it and in the list of facts; may be empty.
  public var label: String

  /// Creates a marker.
  public init(_ kind: Kind, at point: MapPoint, label: String = "") {
    self.kind = kind
    self.point = point
    self.label = label
  }
}

extension MapMarker.Kind {
  var name: String {
    switch self {
    case .place: "Place"
    case .car: "Car"
    case .ownCar: "Your car"
    case .dropoff: "Drop-off"
    case .pickup: "Pick-up"
    }
  }

  func character(isUnicode: Bool) -> Character {
    switch self {
    case .place: isUnicode ? "○" : "o"
    case .car: isUnicode ? "▴" : "c"
    case .ownCar: isUnicode ? "▲" : "C"
    case .dropoff: isUnicode ? "◆" : "D"
    case .pickup: isUnicode ? "●" : "P"
    }
  }

  var style: Style {
    switch self {
    case .place: .accent
    case .car: Style(foreground: .yellow)
    case .ownCar: Style(foreground: .yellow, isBold: true)
    case .dropoff: Style(foreground: .red, isBold: true)
    case .pickup: Style(foreground: .green, isBold: true)
    }
  }

  /// Which of two markers in one cell is seen: the later one.
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
