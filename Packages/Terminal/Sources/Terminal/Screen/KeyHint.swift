/// The name of a key and its action.
public struct KeyHint: Sendable, Equatable {
  public let key: String
  public let meaning: Styled

  /// Names a key, or several, for example `"Arrows"`.
  public init(_ key: String, _ meaning: Styled) {
    self.key = key
    self.meaning = meaning
  }

  var line: Styled { "\(key, .bold) \(meaning.styled(.muted))" }
}
