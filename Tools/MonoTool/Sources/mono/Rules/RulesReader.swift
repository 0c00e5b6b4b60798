import Basics

extension RulesFile {
  /// Where a rules file is looked for, relative to the root.
  static let places = ["Tools/mono.rules.json", "mono.rules.json", ".mono.rules.json"]

  /// Reads the first file in the usual places, or the default rules.
  static func load(root: String) throws -> RulesFile {
    var file = RulesFile(path: places.first { Files.exists(Path.join(root, $0)) })
    do {
      guard let path = file.path else {
        try file.read(standard)
        return file
      }
      let bytes = try Files.read(Path.join(root, path))
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
      throw MonoError.usage(
        "\(file.path ?? ""):\(line): \(text)", hint: "Tools/MonoTool/RULES.md describes every key.")
    }
  }

  private struct File: Decodable {
    let version: Int
    let groups: [String: [Selector]]
    let stableManifests: [Glob]
    let emptyTests: [Selector]
    let features: JSON?
    let inputs, rules: [JSON]
  }

  private mutating func read(_ document: JSON) throws {
    let file = try RulesMistake.read(
      File.self, document, at: "",
      others: [
        "version": 1, "groups": [:], "stableManifests": [], "emptyTests": [], "features": .null,
        "inputs": [], "rules": [],
      ])
    guard file.version == 1 else { throw RulesMistake("/version", "must be 1.") }
    stableManifests = file.stableManifests
    emptyTests = try RulesMistake.expand(file.emptyTests, file.groups, at: "/emptyTests")
    for (index, value) in file.inputs.enumerated() {
      let place = "/inputs/\(index)"
      var input = try RulesMistake.read(
        InputMapping.self, value, at: place, needed: ["paths", "affects", "reason"],
        mayBeEmpty: "affects")
      input.affects = try RulesMistake.expand(input.affects, file.groups, at: place + "/affects")
      inputs.append(input)
    }
    for (index, value) in file.rules.enumerated() {
      let rule = try Rule(value, file.groups, at: "/rules/\(index)")
      guard !rules.contains(where: { $0.name == rule.name }) else {
        throw RulesMistake("/rules/\(index)", "has the name of another rule, '\(rule.name)'.")
      }
      rules.append(rule)
    }
    features = try file.features.map {
      try RulesMistake.read(
        FeatureSettings.self, $0, at: "/features",
        needed: [
          "folder", "templates", "compositionRoot", "rootTarget", "container", "openers", "edits",
          "next",
        ])
    }
  }
}

extension Rule {
  /// The keys that each kind needs besides its name, kind and reason, and those that it can have.
  static let keys: [Kind: (needed: [String], possible: [String])] = [
    .forbidden: (["from", "to"], ["except"]), .allowed: (["from", "to"], ["except"]),
    .independent: (["members"], []), .layers: (["layers"], []), .exhaustive: ([], ["except"]),
    .acyclic: ([], []), .undeclaredImports: ([], []), .unusedDependencies: ([], ["except"]),
    .pictures: (["documents"], []),
    .language: (["toolsVersion", "upcomingFeatures"], ["except"]),
    .mentioned: (["among", "declarations", "files", "mention", "instead"], ["except", "unless"]),
    .forbiddenCode: (
      ["among", "instead"], code + ["except", "files", "unless", "values", "comment"]
    ),
  ]
  private static let code = ["declarations", "uses", "attributes"]

  /// What every kind can be without.
  private static let empty: JSON.Object = [
    "from": [], "to": [], "members": [], "layers": [], "among": [], "except": [], "documents": [],
    "files": [], "declarations": [], "uses": [], "attributes": [], "unless": [],
    "values": [], "comment": .null, "instead": [:], "mention": [], "toolsVersion": "",
    "upcomingFeatures": [],
  ]

  fileprivate init(_ value: JSON, _ groups: [String: [Selector]], at place: String) throws {
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
      mayBeEmpty: kind == .allowed ? "to" : nil)
    for list in [\Rule.from, \.to, \.members, \.among, \.except] {
      self[keyPath: list] = try RulesMistake.expand(self[keyPath: list], groups, at: place)
    }
    layers = try layers.map { try RulesMistake.expand($0, groups, at: place) }
    if kind == .forbiddenCode, Self.code.allSatisfy({ value[$0] == nil }) {
      throw RulesMistake(place, "says nothing that is forbidden.")
    }
  }
}

/// A mistake in a rules file, with the JSON pointer to its place.
private struct RulesMistake: Error {
  let place, text: String

  init(_ place: String, _ text: String) {
    let words = place.isEmpty ? "The file" : "\"\(place.dropFirst().replacing("/", with: "."))\""
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

  /// Reads an object strictly.
  ///
  /// - Parameters:
  ///   - possible: The keys that it may have besides; those of `others` when `nil`.
  ///   - others: The values of keys that it does not have.
  ///   - mayBeEmpty: The needed key whose list may be empty.
  static func read<Value: Decodable>(
    _ type: Value.Type, _ value: JSON, at place: String, needed: [String] = [],
    possible: [String]? = nil, others: JSON.Object = [:], mayBeEmpty: String? = nil
  ) throws -> Value {
    guard let object = value.object else { throw RulesMistake(place, "must be an object.") }
    let known = needed + (possible ?? others.names)
    if let name = object.names.first(where: { !known.contains($0) }) {
      throw RulesMistake("\(place)/\(name)", "is not known here.")
    }
    for name in needed {
      guard let value = object[name] else { throw RulesMistake(place, "has no \"\(name)\".") }
      if name != mayBeEmpty, [[], [:], ""].contains(value) {
        throw RulesMistake("\(place)/\(name)", "must not be empty.")
      }
    }
    var all = others
    for member in object.members { all[member.name] = member.value }
    do {
      return try JSON.object(all).decode(type)
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context)
    {
      throw RulesMistake(
        place + context.codingPath.map { "/\($0.stringValue)" }.joined(),
        "cannot be: \(context.debugDescription).")
    }
  }
}
