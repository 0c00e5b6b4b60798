/// How an input comes about; with a seed and the name of a target it says which bytes it has.
package enum InputCase: LosslessStringConvertible, Hashable, Sendable {
  /// A file of the corpus, by its number.
  case seed(Int)
  /// A seed with a value that is nested so deep.
  case depth(Int)
  /// A seed with a text of so many characters.
  case length(Int)
  /// A seed with this number in it.
  case number(Int)
  /// A seed that was changed at random.
  case mutation(Int)

  package init?(_ description: String) {
    let words = description.split(separator: "-")
    guard words.count == 2, let number = Int(words[1]) else { return nil }
    switch words[0] {
    case "seed": self = .seed(number)
    case "depth": self = .depth(number)
    case "length": self = .length(number)
    case "number": self = .number(number)
    case "mutation": self = .mutation(number)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .seed(let number): "seed-\(number)"
    case .depth(let depth): "depth-\(depth)"
    case .length(let length): "length-\(length)"
    case .number(let number): "number-\(number)"
    case .mutation(let number): "mutation-\(number)"
    }
  }
}
