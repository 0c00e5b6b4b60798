import Basics

extension RuleEvaluator {
  /// The value as a text, as JavaScript's `String` makes it.
  mutating func text(of value: JSON) throws(JSONLogicError) -> String {
    if case .string(let text) = value { return text }
    if case .null = value { return "null" }
    var text = ""
    try append(value, to: &text)
    return text
  }

  /// Appends what a value adds to a joined text: nothing for null, a list's elements with commas.
  private mutating func append(_ value: JSON, to text: inout String) throws(JSONLogicError) {
    switch value {
    case .null: try charge(1)
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let number): text += number.double.javaScriptText
    case .string(let string):
      try charge(string.utf8.count / 16)
      text += string
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        try charge(1)
        if index > 0 { text += "," }
        try append(element, to: &text)
      }
    case .object: text += "[object Object]"
    }
  }

  mutating func number(of value: JSON) throws(JSONLogicError) -> Double {
    switch value {
    case .array: return NumericText.number(try text(of: value))
    case .string(let text):
      try charge(text.utf8.count / 16)
      return value.asNumber
    default: return value.asNumber
    }
  }

  /// The operators on texts.
  @inline(never)
  mutating func textual(_ name: Operator, _ arguments: [JSON]) throws(JSONLogicError) -> JSON {
    switch name {
    case .contained: return .boolean(try isContained(arguments))
    case .substring: return .string(try substring(arguments))
    case .startsWith, .endsWith: return try edge(name, arguments)
    case .version: return try versionComparison(arguments)
    default:
      var text = ""
      for argument in arguments { try append(argument, to: &text) }
      return .string(text)
    }
  }

  /// All values in one list; a list among them adds its elements.
  mutating func merged(_ values: [JSON]) throws(JSONLogicError) -> [JSON] {
    var merged: [JSON] = []
    for value in values {
      try charge((value.elements?.count ?? 0) * 4)  // Memory is the largest part of its cost.
      merged += value.elements ?? [value]
    }
    return merged
  }

  private mutating func isContained(_ arguments: [JSON]) throws(JSONLogicError) -> Bool {
    guard arguments.count > 1 else { return false }
    switch arguments[1] {
    case .string(let whole):
      guard !whole.utf8.isEmpty else { return false }
      let part = try text(of: arguments[0])
      try charge((whole.utf8.count + part.utf8.count) / 16)
      return whole.containsCodeUnits(of: part)
    case .array(let elements):
      try charge(elements.count / 4)
      if let text = arguments[0].text { try charge(elements.count * (text.utf8.count / 64)) }
      return elements.contains { $0.isSame(as: arguments[0]) }
    default: return false
    }
  }

  /// A part of a text by UTF-16 units; a negative length leaves that many off the end.
  private mutating func substring(_ arguments: [JSON]) throws(JSONLogicError) -> String {
    let source = arguments.isEmpty ? "undefined" : try text(of: arguments[0])
    try charge(source.utf8.count / 2)
    let units = Array(source.utf16)
    let start = arguments.count > 1 ? try wholeNumber(arguments[1], limit: units.count) : 0
    let first = start < 0 ? max(0, units.count + start) : start
    let rest = units.count - first
    let length = arguments.count > 2 ? try wholeNumber(arguments[2], limit: units.count) : rest
    let count = length < 0 ? rest + length : min(length, rest)
    return String(decoding: units[first..<first + max(0, count)], as: UTF16.self)
  }

  /// The value as a whole number between `-limit` and `limit`.
  private mutating func wholeNumber(_ value: JSON, limit: Int) throws(JSONLogicError) -> Int {
    let number = try number(of: value)
    if number.isNaN { return 0 }
    return Int(max(-Double(limit), min(number, Double(limit))))
  }

  /// `starts_with` and `ends_with`: null unless there are exactly two texts.
  private mutating func edge(_ name: Operator, _ arguments: [JSON]) throws(JSONLogicError) -> JSON {
    guard arguments.count == 2, case .string(let whole) = arguments[0],
      case .string(let part) = arguments[1]
    else { return .null }
    guard part.utf8.count <= whole.utf8.count else { return false }
    try charge(part.utf8.count / 16)
    let end =
      name == .startsWith ? whole.utf8.prefix(part.utf8.count) : whole.utf8.suffix(part.utf8.count)
    return .boolean(end.elementsEqual(part.utf8))
  }

  /// `sem_ver`: null unless there are exactly two versions around a known operator.
  private mutating func versionComparison(_ arguments: [JSON]) throws(JSONLogicError) -> JSON {
    try charge(16)
    for case .string(let text) in arguments { try charge(text.utf8.count / 2) }
    guard arguments.count == 3, case .string(let comparison) = arguments[1],
      let left = SemanticVersion(arguments[0]), let right = SemanticVersion(arguments[2])
    else { return .null }
    let order = left.order(comparedTo: right)
    switch comparison {
    case "=": return .boolean(order == 0)
    case "!=": return .boolean(order != 0)
    case "<": return .boolean(order < 0)
    case "<=": return .boolean(order <= 0)
    case ">": return .boolean(order > 0)
    case ">=": return .boolean(order >= 0)
    case "^": return .boolean(left.isCompatible(with: right, sameMinor: false))
    case "~": return .boolean(left.isCompatible(with: right, sameMinor: true))
    default: return .null
    }
  }
}

extension String {
  /// Whether the code units of `part` occur in this text, in linear time.
  ///
  /// Source: D. Knuth, J. Morris, V. Pratt, "Fast Pattern Matching in Strings",
  /// SIAM Journal on Computing 6 (1977).
  fileprivate func containsCodeUnits(of part: String) -> Bool {
    let sought = Array(part.utf8)
    guard !sought.isEmpty else { return true }
    var borders = [0]  // For each prefix, the longest end of it that is also its beginning.
    /// How many units of `sought` end at `unit`, when `matched` of them ended before it.
    func extended(_ matched: Int, by unit: UInt8) -> Int {
      var matched = matched
      while matched > 0, sought[matched] != unit { matched = borders[matched - 1] }
      return sought[matched] == unit ? matched + 1 : matched
    }
    var matched = 0
    for unit in sought.dropFirst() {
      matched = extended(matched, by: unit)
      borders.append(matched)
    }
    matched = 0
    return withCodeUnits { own in
      own.contains { unit in
        matched = extended(matched, by: unit)
        return matched == sought.count
      }
    }
  }
}
