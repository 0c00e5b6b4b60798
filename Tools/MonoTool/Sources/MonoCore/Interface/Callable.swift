/// The parts of the signature of a function, an initializer or a subscript.
struct Callable {
  /// What stands before the parameters, without generic parameters.
  private let head: String
  private let generics: String
  private let parameters: [String]
  private let isAsync: Bool
  /// `throws`, `throws(…)` or `rethrows`.
  private let throwing: String?
  /// The result and the conditions.
  private let result: String

  init?(_ signature: String) {
    guard let word = signature.firstRange(of: /(^| )(func \P{L}?[^(< ]*|init[?!]?|subscript)/)
    else { return nil }
    var rest = signature[word.upperBound...]
    let generics = rest.first == "<" ? rest.untilClosed() : ""
    rest = rest.dropFirst(generics.count).drop { $0 == " " }
    guard rest.first == "(" else { return nil }
    let list = rest.untilClosed()
    rest = rest.dropFirst(list.count).drop { $0 == " " }
    let effects = rest.prefixMatch(of: /(async *)?((?:throws(?:\([^)]*\))?|rethrows) *)?/)
    let names = Self.names(of: generics)
    func numbered(_ text: Substring) -> String { Self.numbered(text, names) }
    head = String(signature[..<word.upperBound])
    self.generics = numbered(generics)
    parameters = list.dropFirst().dropLast().splitAtCommas().map(numbered)
    isAsync = effects?.output.1 != nil
    throwing = effects?.output.2.map { numbered($0).trimmed }
    result = numbered(rest[(effects?.range.upperBound ?? rest.startIndex)...])
  }

  /// Whether every call of an old function is one of this.
  ///
  /// - Parameter isImplementedElsewhere: Whether other modules also implement it.
  func takesAllCalls(of old: Callable, isImplementedElsewhere: Bool) -> Bool {
    var gained = ["@discardableResult", "open"]
    var lost: [String] = []
    if !isImplementedElsewhere {
      gained += ["nonisolated", "final"]
      lost = ["mutating", "@MainActor", "final"]
    }
    let head = DeclarationWords.without(gained: gained, old.head, head)
    guard DeclarationWords.without(gained: lost, head, old.head) == head,
      generics == old.generics
    else { return false }
    if isImplementedElsewhere {
      return isAsync == old.isAsync && throwing == old.throwing && parameters == old.parameters
        && result == old.result
    }
    return (!isAsync || old.isAsync)
      && (throwing == nil || throwing == old.throwing || old.throwing == "throws")
      && takesArguments(of: old) && DeclarationWords.isSameOrSettable(old.result, result)
  }

  /// Whether what is new among the parameters has defaults, and the others take what they took.
  private func takesArguments(of old: Callable) -> Bool {
    var open = old.parameters[...]
    for parameter in parameters {
      if let first = open.first, Self.takes(parameter, first) {
        open = open.dropFirst()
      } else if !parameter.hasSuffix(" = …") {
        return false
      }
    }
    return open.isEmpty
  }

  private static func takes(_ new: String, _ old: String) -> Bool {
    let required = new.hasSuffix(" = …") && !old.hasSuffix(" = …") ? String(new.dropLast(4)) : new
    // What asks less of a function takes more of them.
    return DeclarationWords.without(gained: ["@escaping", "@Sendable"], required, old) == required
  }

  private static func names(of generics: Substring) -> [Substring] {
    generics.dropFirst().dropLast().splitAtCommas().map { parameter in
      parameter.trimmingPrefix("each ").prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// The text with numbers for the names of generic parameters, which users do not see.
  private static func numbered(_ text: Substring, _ names: [Substring]) -> String {
    var result = ""
    var rest = text
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if word.isEmpty {
        result.append(first)
        rest = rest.dropFirst()
        continue
      }
      let index = result.last == "." ? nil : names.firstIndex(of: word)
      result += index.map { "τ\($0)" } ?? String(word)
      rest = rest.dropFirst(word.count)
    }
    return result
  }
}

/// The declaration of a type, apart from what it conforms to or inherits.
struct TypeHead {
  let text: String
  let inherited: [String]

  init(_ signature: String) {
    let parts = signature[...].split(atOutermost: ":")
    text = String(parts[0])
    inherited = parts.dropFirst().joined(separator: ":")[...].splitAtCommas().map(String.init)
  }
}

/// Words of declarations that make no difference to those who use them.
enum DeclarationWords {
  static func without(_ words: [String], _ text: String) -> String {
    words.reduce(text) { text, word in
      text.split(separator: " ").filter { $0 != word }.joined(separator: " ")
    }
  }

  /// Whether two declarations are the same, or the new one also has a setter.
  static func isSameOrSettable(_ old: String, _ new: String) -> Bool {
    old == new || old.hasSuffix("{ get }") && new == old.dropLast("{ get }".count) + "{ get set }"
  }

  /// A text without those of the words that another one does not have.
  static func without(gained words: [String], _ old: String, _ new: String) -> String {
    words.filter { !old.contains("\($0) ") }.reduce(new) { $0.replacing("\($1) ", with: "") }
  }
}

extension Substring {
  /// From an opening bracket to the one that closes it.
  fileprivate func untilClosed() -> Substring {
    var depth = 0
    for index in indices {
      depth += change(ofDepthAt: index)
      if depth == 0 { return self[...index] }
    }
    return self
  }

  fileprivate func splitAtCommas() -> [Substring] {
    split(atOutermost: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  /// The parts between separators outside of brackets.
  fileprivate func split(atOutermost separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var (depth, start) = (0, startIndex)
    for index in indices {
      depth += change(ofDepthAt: index)
      if depth == 0, self[index] == separator {
        parts.append(self[start..<index])
        start = self.index(after: index)
      }
    }
    return parts + [self[start...]]
  }

  private func change(ofDepthAt index: Index) -> Int {
    if "([<{".contains(self[index]) { return 1 }
    guard ")]>}".contains(self[index]) else { return 0 }
    // An arrow's head closes nothing.
    return index > startIndex && self[index] == ">" && self[self.index(before: index)] == "-"
      ? 0 : -1
  }
}
