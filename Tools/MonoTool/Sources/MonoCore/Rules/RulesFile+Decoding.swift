import Basics

extension RulesFile: Decodable {
  enum Key: String, CodingKey, CaseIterable {
    case schema = "$schema"
    case version, exclude, baseline, inputs, stableManifests, env, untraced, emptyTests, rules
    case features
  }

  package init(from decoder: any Decoder) throws {
    let members = try Members<Key>(decoder)
    if try members.value(.version, 1) != 1 { throw members.mistake("must be 1.", at: Key.version) }
    _ = try members.text(.schema)
    self.init(
      path: nil, excluded: try members.list(.exclude),
      baseline: try members.value(.baseline, "mono.baseline.json"),
      inputs: try members.list(.inputs), stableManifests: try members.list(.stableManifests),
      environment: try members.list(.env), untraced: try members.list(.untraced),
      emptyTests: try members.list(.emptyTests),
      rules: try members.list(.rules),
      features: try members.value(.features, FeatureSettings()))
    for (index, rule) in rules.enumerated() {
      guard rules[..<index].contains(where: { $0.name == rule.name }) else { continue }
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath + [
            Key.rules, JSON.PathKey.position(index), Rule.Key.name,
          ],
          debugDescription: "is '\(rule.name)', as that of another rule."))
    }
  }
}

extension InputMapping: Decodable {
  enum Key: String, CodingKey, CaseIterable { case paths, affects, reason }

  package init(from decoder: any Decoder) throws {
    let members = try Members<Key>(decoder)
    paths = try members.list(.paths, atLeast: 1)
    affects = try members.value(.affects)
    reason = try members.value(.reason)
  }
}

extension FeatureSettings: Decodable {
  enum Key: String, CodingKey, CaseIterable {
    case folder, compositionRoot, container, rootTarget, templates, rules, rootTests, list, openers
  }

  package init(from decoder: any Decoder) throws {
    let members = try Members<Key>(decoder)
    folder = Path.normalize(try members.value(.folder, folder))
    compositionRoot = try members.text(.compositionRoot)
    container = try members.value(.container, container)
    rootTarget = try members.text(.rootTarget)
    templates = try members.text(.templates)
    rules = try members.list(.rules)
    rootTests = try members.text(.rootTests)
    list = members.has(.list) ? try members.value(.list) : nil
    openers = try members.value(.openers, [:])
  }
}

extension FeatureSettings.FeatureList: Decodable {
  enum Key: String, CodingKey, CaseIterable { case file, variable, element }

  package init(from decoder: any Decoder) throws {
    let members = try Members<Key>(decoder)
    file = try members.value(.file)
    variable = try members.value(.variable)
    element = try members.value(.element)
  }
}

extension Rule: Decodable {
  enum Key: String, CodingKey, CaseIterable {
    case name, kind, reason
    case from, to, except, members, layers, among, documents
    case files, declarations, uses, attributes, casts, unless, values
  }

  /// The keys that each kind needs besides its name, kind and reason, and those that it can have.
  static let keys: [Kind: (needed: Set<Key>, possible: Set<Key>)] = [
    .forbidden: ([.from, .to], [.except]), .allowed: ([.from, .to], [.except]),
    .independent: ([.members], []), .layers: ([.layers], []),
    .exhaustive: ([], [.among, .except]), .acyclic: ([], []), .undeclaredImports: ([], []),
    .unusedDependencies: ([], [.except]), .pictures: ([.documents], []),
    .forbiddenCode: (
      [.among], [.except, .files, .declarations, .uses, .attributes, .casts, .unless, .values]
    ),
  ]

  package init(from decoder: any Decoder) throws {
    let all = try Members<Key>(decoder)
    name = try all.value(.name)
    reason = try all.value(.reason)
    let word: String = try all.value(.kind)
    guard let kind = Kind(rawValue: word), let keys = Self.keys[kind] else {
      let known = Kind.allCases.map(\.rawValue).sorted().joined(separator: ", ")
      throw all.mistake("is '\(word)', which is none of \(known).", at: Key.kind)
    }
    self.kind = kind
    let known = keys.needed.union(keys.possible).union([.name, .kind, .reason])
    if let key = Key.allCases.first(where: { all.has($0) && !known.contains($0) }) {
      throw all.mistake("is not known in a rule of kind \(word).", at: key)
    }
    func list<Value: Decodable>(_ key: Key, atLeast least: Int = 1) throws -> [Value] {
      try all.list(key, atLeast: keys.needed.contains(key) ? least : 0)
    }
    from = try list(.from)
    // A target that may depend on nothing has an empty list.
    to = kind == .allowed ? try all.value(.to) : try list(.to)
    members = try list(.members)
    layers = try list(.layers, atLeast: 2)
    among = try list(.among)
    except = try list(.except)
    documents = try list(.documents)
    code = ForbiddenCode(
      files: try list(.files),
      patterns: [
        .declaration: try list(.declarations), .use: try list(.uses),
        .attribute: try list(.attributes), .cast: try list(.casts),
      ], unless: try list(.unless), values: try list(.values))
    if kind == .forbiddenCode, code.patterns.values.allSatisfy(\.isEmpty) {
      throw all.mistake("is of a rule that forbids nothing.", at: Key.name)
    }
  }
}
