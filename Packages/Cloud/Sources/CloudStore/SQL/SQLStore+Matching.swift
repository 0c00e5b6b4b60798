package import CloudDomain
import Core
import FoundationEssentials

/// What is measured of windows.
extension SQLStore {
  /// Returns those of some windows that no server has recorded.
  package func unrecorded(_ windows: [MatchingWindow]) throws(StoreError) -> [MatchingWindow] {
    let calls = windows.map { window -> SQLCall in
      (Statements.event, ["id": window.eventID(Conversion.secondsToPickup.rawValue)])
    }
    let found = try database.read { (connection) throws(StoreError) in
      try connection.firstOfEach(calls) { _ in true }
    }
    return zip(windows, found).filter { $0.1 == nil }.map(\.0)
  }

  /// Returns the matchers of the accepted offers of a window, `nil` for those that no flag has chosen.
  /// Each has how many of the rides were picked up, without those requested in the carry-over, and how
  /// long all of these together took from the request to the pick-up. A ride that was given back counts
  /// for the driver who has picked it up.
  package func acceptedOffers(
    in window: MatchingWindow
  ) throws(StoreError) -> [(matching: String?, pickedUp: Int, milliseconds: Int)] {
    let start = window.start + DispatchRules.offer
    return try all(
      Statements.acceptedOffers,
      [
        "start": start + DispatchRules.handover, "end": start + DispatchRules.window,
        "measured": window.start + DispatchRules.carryOver,
      ]
    ) { row in
      (row.isNull(0) ? nil : row.text(0), Int(row.integer(1)), Int(row.integer(2)))
    }
  }

  /// Returns how many rides that were requested in a window, after the carry-over, found no driver.
  package func ridesWithoutDriver(in window: MatchingWindow) throws(StoreError) -> Int {
    try first(
      Statements.ridesWithoutDriver,
      [
        "measured": window.start + DispatchRules.carryOver,
        "end": window.start + DispatchRules.window,
      ]
    ) { row in Int(row.integer(0)) } ?? 0
  }
}

private enum Statements {
  static let event: SQLStatement = "SELECT 1 FROM experiment_events WHERE id = :id"
  static let acceptedOffers: SQLStatement = """
    SELECT matching, count(waited), CAST(coalesce(sum(waited), 0) AS bigint) FROM (
      SELECT offers.matching AS matching,
        CASE WHEN rides.requested_at >= :measured
          THEN rides.boarded_at - rides.requested_at END AS waited
      FROM offers LEFT JOIN rides ON rides.id = offers.ride AND rides.driver = offers.driver
      WHERE offers.state = 'accepted' AND offers.expires_at >= :start AND offers.expires_at < :end
    ) AS accepted
    GROUP BY matching ORDER BY matching
    """
  static let ridesWithoutDriver: SQLStatement = """
    SELECT count(*) FROM rides
    WHERE ending = 'noDriver' AND requested_at >= :measured AND requested_at < :end
    """
}
