/// How an input comes about; with a seed and the name of a target it says which bytes it has.
package struct InputCase: LosslessStringConvertible, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// A file of the corpus, by its number.
    case seed
    /// A seed with a value that is nested so deep.
    case depth
    /// A seed with a text of so many characters.
    case length
    /// A seed with this number in it.
    case number
    /// A seed that was changed at random.
    case mutation
  }

  package let kind: Kind
  package let number: Int

  package init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  package init?(_ description: String) {
    let words = description.split(separator: "-")
    guard words.count == 2, let kind = Kind(rawValue: String(words[0])), let number = Int(words[1])
    else { return nil }
    self.init(kind, number)
  }

  package var description: String { "\(kind)-\(number)" }
}
