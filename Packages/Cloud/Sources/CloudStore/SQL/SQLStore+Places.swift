package import CloudDomain
package import Core
import Glibc

extension SQLStore {
  package func place(_ id: Identifier<Place>) throws(StoreError) -> Place? {
    try first(Statements.place, ["id": id]) { row in
      let row = row.columns(PlaceColumn.self)
      return Place(id: id, name: row.text(.name), location: row.location)
    }
  }

  /// Returns the places that match a query, best first, with their distances where the query has
  /// a point.
  package func places(matching query: PlaceQuery) throws(StoreError) -> [Place] {
    try database.read { (connection) throws(StoreError) in
      try connection.dialect.places(matching: query, on: connection)
    }
  }

  /// Adds and updates the places of a source, in transactions that are short enough for others to
  /// write between them.
  ///
  /// When the source or the store fails, the places of the transactions before stay. Importing the
  /// same places again skips them.
  ///
  /// - Parameters:
  ///   - wrap: Makes an error of the store one of the source.
  ///   - next: Returns the next place, `nil` after the last one.
  package func importPlaces<Failure: Error>(
    wrap: (StoreError) -> Failure, _ next: () throws(Failure) -> ImportedPlace?
  ) throws(Failure) -> PlaceImportSummary {
    var summary = PlaceImportSummary()
    let limit = 2000  // The most places that one transaction writes.
    while true {
      var places: [ImportedPlace] = []
      while places.count < limit, let place = try next() { places.append(place) }
      do throws(StoreError) {
        try write(places, summary: &summary)
        if places.count == limit { continue }
        try database.write { (connection, _) throws(StoreError) in
          try connection.dialect.finishImport(on: connection)
        }
        return summary
      } catch {
        throw wrap(error)
      }
    }
  }

  /// Writes places in one transaction, or in more on a database that is slow.
  private func write(
    _ places: [ImportedPlace], summary: inout PlaceImportSummary
  ) throws(StoreError) {
    var rest = places[...]
    while !rest.isEmpty {
      let written = try database.write { [rest] (connection, _) throws(StoreError) in
        try connection.dialect.write(rest, on: connection)
      }
      summary.add(written)
      rest = rest.dropFirst(written.total)
      // Those who wait for the one writer get their turn: they look for it every millisecond.
      if !database.dialect.hasConcurrentWriters { usleep(2000) }
    }
  }
}

private enum Statements {
  static let place = PlaceColumn.select("WHERE id = :id")
}

package enum PlaceColumn: Int32, SQLColumn {
  case id, name, folded, latitude, longitude, otherNames

  package static let table = "places"
}

extension SQLColumns<PlaceColumn> {
  package var location: Location { Location(nearestTo: real(.latitude), real(.longitude)) }
}
