package import Core

/// Keeps named places and finds them.
package protocol PlaceStore: Sendable {
  func place(_ id: Identifier<Place>) throws(StoreError) -> Place?

  /// Returns the places that match a query, best first, with their distances where the query has
  /// a point.
  func places(matching query: PlaceQuery) throws(StoreError) -> [Place]

  /// Adds and updates the places of a source, in transactions that are short enough for others to
  /// write between them.
  ///
  /// When the source or the store fails, the places of the transactions before stay. Importing the
  /// same places again skips them.
  func importPlaces(
    from makeSource: @Sendable () throws(PlaceImportError) -> any PlaceSource
  ) throws(PlaceImportError) -> PlaceImportSummary
}

/// Places, one after the other, from a file of any size.
package protocol PlaceSource {
  /// Returns the next place, `nil` after the last one.
  mutating func next() throws(PlaceImportError) -> Place?
}
