/// Any JSON document.
indirect enum JSONValue: Equatable, Encodable {
  case object([String: JSONValue])
  case array([JSONValue])
  case text(String)
  case truth(Bool)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .array(let elements): try container.encode(elements)
    case .text(let text): try container.encode(text)
    case .truth(let truth): try container.encode(truth)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral
{
  init(stringLiteral text: String) { self = .text(text) }

  init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members, uniquingKeysWith: { _, last in last }))
  }

  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
