extension Migration {
  /// Keeps a ride's request in one column, so that what riders may ask for is not a matter of the
  /// table.
  static let rideRequest = Migration("ride request") { (connection) throws(StoreError) in
    let object = connection.dialect.jsonObject
    try connection.execute(
      """
      ALTER TABLE rides ADD COLUMN request text NOT NULL DEFAULT '';
      UPDATE rides SET request = CAST(\(object)(
        'option', option,
        'pickup', \(waypoint("pickup", object)),
        'dropoff', \(waypoint("dropoff", object))) AS text);
      """)
    for column in [
      "option", "pickup_name", "pickup_latitude", "pickup_longitude", "dropoff_name",
      "dropoff_latitude", "dropoff_longitude",
    ] {
      try connection.execute("ALTER TABLE rides DROP COLUMN \(column)")
    }
  }

  private static func waypoint(_ end: String, _ object: String) -> String {
    """
    \(object)('name', \(end)_name, 'latitude', \(end)_latitude, 'longitude', \(end)_longitude)
    """
  }
}
