import Basics

extension RulesFile {
  /// Where a rules file is looked for, relative to the root.
  package static let places = ["Tools/mono.rules.json", "mono.rules.json", ".mono.rules.json"]

  /// The JSON schema of rules files, as it is published for editors.
  package static let schemaText = String(
    decoding: PackageResources.mono_rules_schema_json, as: UTF8.self)

  /// Reads the file that is named, or the first in the usual places, or the default rules.
  package static func load(root: String, path: String? = nil) throws(MonoError) -> RulesFile {
    guard let path = path ?? places.first(where: { Files.exists(Path.join(root, $0)) }) else {
      return standard
    }
    guard let bytes = Files.read(Path.join(root, path)) else {
      throw .usage("The rules file \(path) cannot be read.", hint: "Check the path of --rules.")
    }
    var lines = JSON.Lines()
    do {
      // Two members of one name are a mistake, too.
      _ = try JSON.parse(bytes)
      lines = try JSON.Lines(of: bytes)
      var file = try JSON.decode(RulesFile.self, from: bytes)
      (file.path, file.lines) = (path, lines)
      return file
    } catch let error as JSON.ParseError {
      throw .usage(
        "\(path):\(error.line): \(error.problem)", hint: "Correct the JSON and try again.")
    } catch {
      let (place, text) = Self.mistake(error)
      throw .usage(
        "\(path):\(lines.line(of: place)): \(text)",
        hint: "'mono init --schema' prints what can be there.")
    }
  }

  /// Refuses an input for a target that does not exist: its files would select nothing.
  package func requireKnownTargets(in workspace: Workspace) throws(MonoError) {
    for selector in inputs.flatMap(\.affects) where workspace.targets([selector]).isEmpty {
      throw .usage(
        "\(path ?? ""):\(lines.line(of: selector.place)): '\(selector.text)' describes no target or"
          + " package.", hint: "Correct the name: without it a changed file would select no test.")
    }
  }

  /// Where a mistake is, as a JSON pointer, and what it is.
  private static func mistake(_ error: any Error) -> (place: String, text: String) {
    guard let error = error as? DecodingError else { return ("", "\(error)") }
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let words =
        switch type {
        case is String.Type: "a text"
        case is Int.Type: "a whole number"
        case is [Any].Type: "a list"
        default: "an object"
        }
      return (context.codingPath.pointer, "\(context.codingPath.words) must be \(words).")
    case .keyNotFound(let key, let context):
      let words = context.codingPath.words
      return (context.codingPath.pointer, "\(words) has no \"\(key.stringValue)\".")
    case .dataCorrupted(let context):
      return (context.codingPath.pointer, "\(context.codingPath.words) \(context.debugDescription)")
    @unknown default: return ("", "\(error)")
    }
  }
}

extension [any CodingKey] {
  var pointer: String { map { "/\($0.stringValue)" }.joined() }

  /// The value as a reader would name it: `"from"`, or `Entry 2 of "rules"`.
  fileprivate var words: String {
    guard let last else { return "The file" }
    guard let index = last.intValue else { return "\"\(last.stringValue)\"" }
    return "Entry \(index + 1) of \(dropLast().last.map { "\"\($0.stringValue)\"" } ?? "the file")"
  }
}

/// The members of an object, none of which is unknown.
struct Members<Key: CodingKey & CaseIterable> {
  private let container: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
    let known = Set(Key.allCases.map(\.stringValue))
    let names = try decoder.container(keyedBy: JSON.PathKey.self).allKeys.map(\.stringValue)
    if let name = names.sorted().first(where: { !known.contains($0) }) {
      throw mistake("is not known here.", at: JSON.PathKey.name(name))
    }
  }

  func mistake(_ text: String, at key: any CodingKey) -> DecodingError {
    .dataCorrupted(.init(codingPath: container.codingPath + [key], debugDescription: text))
  }

  func has(_ key: Key) -> Bool { container.contains(key) }

  func value<Value: Decodable>(_ key: Key) throws -> Value {
    let value = try container.decode(Value.self, forKey: key)
    if let text = value as? String, text.isEmpty { throw mistake("must not be empty.", at: key) }
    return value
  }

  /// The value, or another one where there is none.
  func value<Value: Decodable>(_ key: Key, _ standard: Value) throws -> Value {
    has(key) ? try value(key) : standard
  }

  func text(_ key: Key) throws -> String? { has(key) ? try value(key) as String : nil }

  /// A list with so many entries at least; empty where there is none.
  func list<Value: Decodable>(_ key: Key, atLeast least: Int = 0) throws -> [Value] {
    let list: [Value] = has(key) || least > 0 ? try value(key) : []
    if list.count < least {
      let entries = least == 1 ? "one entry" : "\(least) entries"
      throw mistake("needs at least \(entries).", at: key)
    }
    return list
  }
}

extension Glob: Decodable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.nonemptyText())
  }
}

extension Selector: Decodable {
  package init(from decoder: any Decoder) throws {
    let path = decoder.codingPath
    do {
      self = try Selector(decoder.nonemptyText(), at: path.pointer)
    } catch let error as MonoError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "cannot be: \(error.message) \(error.hint)"))
    }
  }
}

extension Decoder {
  fileprivate func nonemptyText() throws -> String {
    let text = try singleValueContainer().decode(String.self)
    if !text.isEmpty { return text }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "must not be empty."))
  }
}
