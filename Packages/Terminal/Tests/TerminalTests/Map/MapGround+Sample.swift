import Terminal

extension MapGround {
  /// A town by the sea around the Opera House.
  static let sample = MapGround(
    streets: (0..<8).flatMap { number -> [Street] in
      let (south, west) = (-33.872 + 0.002 * Double(number), 151.204 + 0.002 * Double(number))
      let kind: StreetClass = number == 3 ? .motorway : number == 5 ? .major : .local
      return [
        Street(
          kind: kind, name: number == 5 ? "Long Street" : "",
          points: [
            MapPoint(latitude: south, longitude: 151.200),
            MapPoint(latitude: south + 0.0002, longitude: 151.220),
          ]),
        Street(
          kind: number == 4 ? .collector : .local, name: number == 4 ? "High Street" : "",
          points: [
            MapPoint(latitude: -33.874, longitude: west),
            MapPoint(latitude: -33.856, longitude: west + 0.0003),
          ]),
      ]
    } + [
      Street(
        kind: .local, name: "Short Street",
        points: [
          MapPoint(latitude: -33.868781, longitude: 151.206),
          MapPoint(latitude: -33.868781, longitude: 151.2145),
        ])
    ],
    areas: [
      Area(
        isWater: true,
        rings: [
          [
            MapPoint(latitude: -33.8560, longitude: 151.2155),
            MapPoint(latitude: -33.8600, longitude: 151.2150),
            MapPoint(latitude: -33.8640, longitude: 151.2170),
            MapPoint(latitude: -33.8740, longitude: 151.2250),
            MapPoint(latitude: -33.8740, longitude: 151.2400),
            MapPoint(latitude: -33.8560, longitude: 151.2400),
            MapPoint(latitude: -33.8560, longitude: 151.2155),
          ]
        ]),
      Area(
        isWater: false,
        rings: [
          [
            MapPoint(latitude: -33.8660, longitude: 151.2080),
            MapPoint(latitude: -33.8662, longitude: 151.2100),
            MapPoint(latitude: -33.8681, longitude: 151.2098),
            MapPoint(latitude: -33.8680, longitude: 151.2081),
            MapPoint(latitude: -33.8660, longitude: 151.2080),
          ]
        ]),
    ],
    places: [
      Place(
        kind: .landmark, name: "Castle", point: MapPoint(latitude: -33.8672, longitude: 151.2089)),
      Place(
        kind: .town, name: "Old Town", point: MapPoint(latitude: -33.8635, longitude: 151.2065)),
      Place(
        kind: .water, name: "Wide Bay", point: MapPoint(latitude: -33.8630, longitude: 151.2200)),
    ], attribution: "© OpenStreetMap contributors")
}
