/// The path of a value in a JSON document: `$.flags.demo-ui.targeting.if[0]`.
///
/// Steps are linked to their parent, so that walking a document costs no copies of long names.
indirect enum JSONPath: Equatable, Sendable, CustomStringConvertible {
  case root
  case member(JSONPath, String)
  case element(JSONPath, Int)

  /// Names longer than this are cut when the path is shown.
  private static let shownLength = 100

  func appending(_ name: String) -> JSONPath { .member(self, name) }
  func appending(_ index: Int) -> JSONPath { .element(self, index) }

  /// How many steps lead from the root to the value.
  var depth: Int {
    switch self {
    case .root: 0
    case .member(let parent, _), .element(let parent, _): parent.depth + 1
    }
  }

  /// The position of the value for `JSON.Lines`.
  var pointer: String {
    switch self {
    case .root: ""
    case .member(let parent, let name): "\(parent.pointer)/\(name)"
    case .element(let parent, let index): "\(parent.pointer)/\(index)"
    }
  }

  /// The characters of a name that can follow a dot; any other name is written in quotes, escaped.
  private static let plainUnits = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-$=<>!+*/%?:".utf8)

  private static func shown(_ name: String) -> String {
    let isCut = name.unicodeScalars.count > shownLength
    let short = isCut ? String(name.unicodeScalars.prefix(shownLength)) + "..." : name
    let isPlain = !short.isEmpty && short.utf8.allSatisfy(plainUnits.contains)
    return isPlain ? "." + short : "[" + short.quoted + "]"
  }

  var description: String {
    switch self {
    case .root: "$"
    case .member(let parent, let name): parent.description + Self.shown(name)
    case .element(let parent, let index): parent.description + "[\(index)]"
    }
  }
}
