import Basics

extension RulesFile {
  /// Where a rules file is looked for, relative to the root.
  package static let places = ["Tools/mono.rules.json", "mono.rules.json", ".mono.rules.json"]

  /// Reads the file that is named, or the first in the usual places, or the default rules.
  package static func load(root: String, path: String? = nil) throws(MonoError) -> RulesFile {
    guard let path = path ?? places.first(where: { Files.exists(Path.join(root, $0)) }) else {
      return standard
    }
    guard let bytes = Files.read(Path.join(root, path)) else {
      throw .usage("The rules file \(path) cannot be read.", hint: "Check the path of --rules.")
    }
    var file = RulesFile(path: path)
    do {
      // Two members of one name are a mistake, too.
      let document = try JSON.parse(bytes)
      file.lines = try JSON.Lines(of: bytes)
      file.text = String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      try file.read(document)
      return file
    } catch {
      let (line, text) =
        switch error {
        case let error as RulesMistake: (file.lines.line(of: error.place), error.text)
        case let error as JSON.ParseError: (error.line, error.problem)
        default: (1, "\(error)")
        }
      throw .usage(
        "\(path):\(line): \(text)", hint: "Tools/MonoTool/RULES.md describes every key.")
    }
  }

  /// Refuses an input for a target that does not exist: its files would select nothing.
  package func requireKnownTargets(in workspace: Workspace) throws(MonoError) {
    for (index, input) in inputs.enumerated() {
      for selector in input.affects where workspace.targets([selector]).isEmpty {
        let line = line(of: selector.text, at: "/inputs/\(index)/affects")
        throw .usage(
          "\(path ?? ""):\(line): '\(selector.text)' describes no target or package.",
          hint: "Correct the name: without it a changed file would select no test.")
      }
    }
  }

  private mutating func read(_ document: JSON) throws {
    struct File: Decodable {
      let version: Int
      let groups: [String: [Selector]]
      let stableManifests: [Glob]
      let emptyTests: [Selector]
      let features, inputs, rules: JSON
    }
    let empty: JSON.Object = [
      "version": 1, "groups": [:], "stableManifests": [], "emptyTests": [], "features": [:],
      "inputs": [], "rules": [],
    ]
    let file = try RulesMistake.read(File.self, document, at: "", others: empty)
    guard file.version == 1 else { throw RulesMistake("/version", "must be 1.") }
    stableManifests = file.stableManifests
    emptyTests = try RulesMistake.expand(file.emptyTests, file.groups, at: "/emptyTests")
    inputs = try RulesMistake.elements(of: file.inputs, at: "/inputs").map { place, value in
      var input = try RulesMistake.read(
        InputMapping.self, value, at: place, needed: ["paths", "affects", "reason"],
        mayBeEmpty: ["affects"])
      input.affects = try RulesMistake.expand(input.affects, file.groups, at: place + "/affects")
      return input
    }
    for (place, value) in try RulesMistake.elements(of: file.rules, at: "/rules") {
      let rule = try Rule(value, file.groups, at: place)
      guard !rules.contains(where: { $0.name == rule.name }) else {
        throw RulesMistake(place, "has the name of another rule, '\(rule.name)'.")
      }
      rules.append(rule)
    }
    features = try FeatureSettings(reading: file.features)
  }
}

extension FeatureSettings {
  fileprivate init(reading value: JSON) throws {
    let edits = value["edits"] ?? []
    for (place, value) in try RulesMistake.elements(of: edits, at: "/features/edits") {
      _ = try RulesMistake.read(
        FeatureSettings.Edit.self, value, at: place, needed: ["file", "after", "add"])
    }
    self = try RulesMistake.read(
      Self.self, value, at: "/features",
      others: [
        "folder": "Packages", "compositionRoot": .null, "container": "AppContainer",
        "rootTarget": .null, "templates": .null, "openers": [:], "edits": [], "next": [],
      ])
    folder = Path.normalize(folder)
  }
}

extension Rule {
  /// The keys that each kind needs besides its name, kind and reason, and those that it can have.
  static let keys: [Kind: (needed: [String], possible: [String])] = [
    .forbidden: (["from", "to"], ["except"]), .allowed: (["from", "to"], ["except"]),
    .independent: (["members"], []), .layers: (["layers"], []), .exhaustive: ([], ["except"]),
    .acyclic: ([], []), .undeclaredImports: ([], []), .unusedDependencies: ([], ["except"]),
    .pictures: (["documents"], []),
    .forbiddenCode: (
      ["among", "instead"],
      [
        "except", "files", "declarations", "uses", "attributes", "casts", "unless", "values",
        "comment",
      ]
    ),
    .mentioned: (["among", "declarations", "files", "mention", "instead"], ["except", "unless"]),
    .askedOnce: (["among"], ["except"]), .articles: (["among", "documents"], []),
    .language: (["toolsVersion", "upcomingFeatures"], ["except"]),
  ]

  /// What every kind can be without.
  private static let empty: JSON.Object = [
    "from": [], "to": [], "members": [], "layers": [], "among": [], "except": [], "documents": [],
    "files": [], "declarations": [], "uses": [], "attributes": [], "casts": [], "unless": [],
    "values": [], "comment": .null, "instead": [:], "mention": [], "toolsVersion": "",
    "upcomingFeatures": [],
  ]

  fileprivate init(
    _ value: JSON, _ groups: [String: [Selector]], at place: String
  ) throws {
    let word = value["kind"]?.text ?? ""
    let kind = Kind(rawValue: word)
    guard value.object == nil || kind != nil else {
      let known = Kind.allCases.map(\.rawValue).sorted().joined(separator: ", ")
      throw RulesMistake(place, "has the kind '\(word)', which is none of \(known).")
    }
    let keys = kind.flatMap { Self.keys[$0] } ?? ([], [])
    self = try RulesMistake.read(
      Self.self, value, at: place, needed: ["name", "kind", "reason"] + keys.needed,
      possible: keys.possible, others: Self.empty,
      // A target that may depend on nothing has an empty list.
      mayBeEmpty: kind == .allowed ? ["to"] : [])
    for list in [\Rule.from, \.to, \.members, \.among, \.except] {
      self[keyPath: list] = try RulesMistake.expand(self[keyPath: list], groups, at: place)
    }
    layers = try layers.map { try RulesMistake.expand($0, groups, at: place) }
    if kind == .forbiddenCode, (declarations + uses + attributes + casts).isEmpty {
      throw RulesMistake(place, "says nothing that is forbidden.")
    }
  }
}

/// A mistake in a rules file, with the JSON pointer to its place.
private struct RulesMistake: Error {
  let place, text: String

  init(_ place: String, _ text: String) {
    let words =
      place.isEmpty ? "The file" : "\"\(place.dropFirst().replacing("/", with: "."))\""
    (self.place, self.text) = (place, "\(words) \(text)")
  }

  /// The selectors with the members of groups in their places.
  static func expand(
    _ selectors: [Selector], _ groups: [String: [Selector]], at place: String
  ) throws -> [Selector] {
    try selectors.flatMap { selector in
      guard selector.text.hasPrefix("@") else { return [selector] }
      if let group = groups[String(selector.text.dropFirst())] { return group }
      throw RulesMistake(place, "names no group: '\(selector.text)'.")
    }
  }

  static func elements(of value: JSON, at place: String) throws -> [(String, JSON)] {
    guard let elements = value.elements else { throw RulesMistake(place, "must be a list.") }
    return elements.enumerated().map { ("\(place)/\($0)", $1) }
  }

  /// Reads an object strictly.
  ///
  /// - Parameters:
  ///   - possible: The keys that it may have besides; those of `others` when `nil`.
  ///   - others: The values of keys that it does not have.
  ///   - mayBeEmpty: The needed keys whose lists may be empty.
  static func read<Value: Decodable>(
    _ type: Value.Type, _ value: JSON, at place: String, needed: [String] = [],
    possible: [String]? = nil, others: JSON.Object = [:], mayBeEmpty: [String] = []
  ) throws -> Value {
    guard let object = value.object else { throw RulesMistake(place, "must be an object.") }
    let known = needed + (possible ?? others.names)
    if let name = object.names.first(where: { !known.contains($0) }) {
      throw RulesMistake("\(place)/\(name)", "is not known here.")
    }
    for name in needed {
      guard let value = object[name] else { throw RulesMistake(place, "has no \"\(name)\".") }
      if !mayBeEmpty.contains(name), [[], [:], ""].contains(value) {
        throw RulesMistake("\(place)/\(name)", "must not be empty.")
      }
    }
    var all = others
    for member in object.members { all[member.name] = member.value }
    do {
      return try JSON.object(all).decode(type)
    } catch let error as DecodingError {
      let context =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
          .keyNotFound(_, let context), .dataCorrupted(let context):
          context
        @unknown default: throw error
        }
      throw RulesMistake(
        place + context.codingPath.map { "/\($0.stringValue)" }.joined(),
        "cannot be: \(context.debugDescription).")
    }
  }
}
