/// The rule that a link or the text of a pattern breaks.
struct Malformation: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
