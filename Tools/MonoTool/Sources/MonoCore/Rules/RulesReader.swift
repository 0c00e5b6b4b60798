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
    do {
      // Two members of one name are a mistake, too.
      let document = try JSON.parse(bytes)
      var file = RulesFile(path: path, lines: try JSON.Lines(of: bytes))
      do {
        try file.read(RulesValue(document))
      } catch {
        throw MonoError.usage(
          "\(path):\(file.lines.line(of: error.place)): \(error.text)",
          hint: "Tools/MonoTool/RULES.md describes every key.")
      }
      return file
    } catch let error as JSON.ParseError {
      throw .usage(
        "\(path):\(error.line): \(error.problem)", hint: "Correct the JSON and try again.")
    } catch let error as MonoError {
      throw error
    } catch {
      throw .usage("\(path): \(error)", hint: "Correct the JSON and try again.")
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

  private mutating func read(_ file: RulesValue) throws(RulesMistake) {
    try file.allow([
      "version", "exclude", "groups", "inputs", "stableManifests", "emptyTests", "rules",
      "features",
    ])
    if let version = file["version"], version.json != .integer(1) {
      throw RulesMistake(place: "/version", text: "\"version\" must be 1.")
    }
    var file = file
    for (name, group) in try file["groups"]?.members() ?? [] {
      file.groups[name] = try group.texts()
    }
    excluded = try file.globs("exclude")
    stableManifests = try file.globs("stableManifests")
    emptyTests = try file.selectors("emptyTests")
    inputs = try file.list("inputs").map { (input) throws(RulesMistake) in
      try input.allow(["paths", "affects", "reason"])
      return InputMapping(
        paths: try input.globs("paths", atLeast: 1), affects: try input.selectors("affects"),
        reason: try input.text("reason"))
    }
    for value in try file.list("rules") {
      let rule = try Rule(value)
      if rules.contains(where: { $0.name == rule.name }) {
        throw value.mistake("has the name of another rule, '\(rule.name)'.")
      }
      rules.append(rule)
    }
    if let value = file["features"] { features = try FeatureSettings(value) }
  }
}

extension Rule {
  /// The keys that each kind needs besides its name, kind and reason, and those that it can have.
  static let keys: [Kind: (needed: [String], possible: [String])] = [
    .forbidden: (["from", "to"], ["except"]), .allowed: (["from", "to"], ["except"]),
    .independent: (["members"], []), .layers: (["layers"], []),
    .exhaustive: ([], ["among", "except"]), .acyclic: ([], []), .undeclaredImports: ([], []),
    .unusedDependencies: ([], ["except"]), .pictures: (["documents"], []),
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

  init(_ value: RulesValue) throws(RulesMistake) {
    _ = try value.members()
    name = try value.text("name")
    reason = try value.text("reason")
    let word = try value.text("kind")
    guard let kind = Kind(rawValue: word), let keys = Self.keys[kind] else {
      let known = Kind.allCases.map(\.rawValue).sorted().joined(separator: ", ")
      throw value.mistake("has the kind '\(word)', which is none of \(known).")
    }
    self.kind = kind
    try value.allow(["name", "kind", "reason"] + keys.needed + keys.possible)
    if let key = keys.needed.first(where: { value[$0] == nil }) {
      throw value.mistake("has no \"\(key)\".")
    }
    from = try value.selectors("from", atLeast: value["from"] == nil ? 0 : 1)
    // A target that may depend on nothing has an empty list.
    to = try value.selectors("to", atLeast: kind == .forbidden ? 1 : 0)
    members = try value.selectors("members", atLeast: kind == .independent ? 1 : 0)
    for layer in try value.list("layers", atLeast: kind == .layers ? 2 : 0) {
      layers.append(try layer.selectors())
    }
    among = try value.selectors("among", atLeast: value["among"] == nil ? 0 : 1)
    except = try value.selectors("except")
    documents = try value.globs("documents", atLeast: keys.needed.contains("documents") ? 1 : 0)
    files = try value.globs("files", atLeast: kind == .mentioned ? 1 : 0)
    mention = try value["mention"]?.texts() ?? []
    toolsVersion = try value["toolsVersion"]?.text() ?? ""
    upcomingFeatures = try value["upcomingFeatures"]?.texts() ?? []
    code = try ForbiddenCode(value)
    if [.forbiddenCode, .mentioned].contains(kind), code.patterns.values.allSatisfy(\.isEmpty) {
      throw value.mistake("says nothing that is forbidden or has to be mentioned.")
    }
  }
}

extension ForbiddenCode {
  fileprivate init(_ value: RulesValue) throws(RulesMistake) {
    let kinds: [(CodeFact.Kind, String)] = [
      (.declaration, "declarations"), (.use, "uses"), (.attribute, "attributes"), (.cast, "casts"),
    ]
    for (kind, key) in kinds { patterns[kind] = try value.globs(key) }
    unless = try value.globs("unless")
    values = try value["values"]?.texts() ?? []
    comment = try value["comment"]?.text()
    if let instead = value["instead"] {
      self.instead = try instead.members().map { (member) throws(RulesMistake) in
        (Glob(member.name), try member.value.text())
      }
    }
  }
}

extension FeatureSettings {
  fileprivate init(_ value: RulesValue) throws(RulesMistake) {
    try value.allow([
      "folder", "compositionRoot", "container", "rootTarget", "templates", "openers", "edits",
      "next",
    ])
    folder = Path.normalize(try value["folder"]?.text() ?? folder)
    compositionRoot = try value["compositionRoot"]?.text()
    container = try value["container"]?.text() ?? container
    rootTarget = try value["rootTarget"]?.text()
    templates = try value["templates"]?.text()
    next = try value["next"]?.texts() ?? []
    for (name, opener) in try value["openers"]?.members() ?? [] {
      for (key, text) in try opener.members() { openers[name, default: [:]][key] = try text.text() }
    }
    edits = try value.list("edits").map { (edit) throws(RulesMistake) in
      try edit.allow(["file", "after", "add"])
      return Edit(
        file: try edit.text("file"), after: try edit.text("after"), add: try edit.text("add"))
    }
  }
}

/// A mistake in a rules file, with the JSON pointer to its place.
struct RulesMistake: Error {
  let place, text: String
}

/// A value in a rules file and its place; reading it is strict.
struct RulesValue {
  let json: JSON
  private var place = ""
  /// Names for several selectors, which `@name` stands for.
  var groups: [String: [String]] = [:]

  init(_ json: JSON) { self.json = json }

  private func child(_ json: JSON, _ name: String) -> RulesValue {
    var child = self
    child = RulesValue(json)
    child.place = "\(place)/\(name)"
    child.groups = groups
    return child
  }

  private var words: String {
    place.isEmpty ? "The file" : "\"\(place.dropFirst().replacing("/", with: "."))\""
  }

  func mistake(_ text: String) -> RulesMistake {
    RulesMistake(place: place, text: "\(words) \(text)")
  }

  func allow(_ names: [String]) throws(RulesMistake) {
    for (name, value) in try members() where !names.contains(name) {
      throw value.mistake("is not known here.")
    }
  }

  subscript(name: String) -> RulesValue? { json[name].map { child($0, name) } }

  func members() throws(RulesMistake) -> [(name: String, value: RulesValue)] {
    guard let object = json.object else { throw mistake("must be an object.") }
    return object.members.map { ($0.name, child($0.value, $0.name)) }
  }

  func text() throws(RulesMistake) -> String {
    guard let text = json.text, !text.isEmpty else {
      throw mistake("must be a text that says something.")
    }
    return text
  }

  func text(_ name: String) throws(RulesMistake) -> String {
    guard let value = self[name] else { throw mistake("has no \"\(name)\".") }
    return try value.text()
  }

  func list() throws(RulesMistake) -> [RulesValue] {
    guard let elements = json.elements else { throw mistake("must be a list.") }
    return elements.enumerated().map { child($1, "\($0)") }
  }

  /// The entries of a list, which may be left out when it may be empty.
  func list(_ name: String, atLeast least: Int = 0) throws(RulesMistake) -> [RulesValue] {
    let list = try self[name]?.list() ?? []
    if list.count < least { throw mistake("needs at least \(least) in \"\(name)\".") }
    return list
  }

  func texts() throws(RulesMistake) -> [String] {
    try list().map { (value) throws(RulesMistake) in try value.text() }
  }

  func globs(_ name: String, atLeast least: Int = 0) throws(RulesMistake) -> [Glob] {
    try list(name, atLeast: least).map { (value) throws(RulesMistake) in Glob(try value.text()) }
  }

  func selectors(_ name: String, atLeast least: Int = 0) throws(RulesMistake) -> [Selector] {
    let found = try self[name]?.selectors() ?? []
    if found.count < least { throw mistake("needs at least \(least) in \"\(name)\".") }
    return found
  }

  /// The selectors of a list, those of groups in it included.
  func selectors() throws(RulesMistake) -> [Selector] {
    var found: [Selector] = []
    for value in try list() {
      let text = try value.text()
      let names = text.hasPrefix("@") ? groups[String(text.dropFirst())] : [text]
      guard let names else { throw value.mistake("names no group: '\(text)'.") }
      for name in names {
        do throws(MonoError) {
          found.append(try Selector(name, at: value.place))
        } catch { throw value.mistake("cannot be: \(error.message) \(error.hint)") }
      }
    }
    return found
  }
}
