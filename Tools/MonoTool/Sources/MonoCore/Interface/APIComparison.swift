enum APIComparison {
  /// The changes from one surface to another, sorted by name.
  ///
  /// - Parameter whole: The whole new surface, when the others are parts: what is gone there can have a
  ///   successor, and what came a default implementation.
  static func changes(
    from old: Set<APIElement>, to new: Set<APIElement>, whole: () throws -> Set<APIElement>
  ) rethrows -> [APIChange] {
    let found = changes(from: old, to: new, among: new)
    let isCertain = found.allSatisfy { $0.breaks == nil }
    return isCertain ? found : changes(from: old, to: new, among: try whole())
  }

  private static func changes(
    from old: Set<APIElement>, to new: Set<APIElement>, among all: Set<APIElement>
  ) -> [APIChange] {
    let before = Dictionary(grouping: old, by: \.name)
    let after = Dictionary(grouping: new, by: \.name)
    return Set(before.keys).union(after.keys).sorted().flatMap { name -> [APIChange] in
      // What is there twice differs by more than its name, or by an #if.
      let gone = Set(before[name] ?? []).subtracting(after[name] ?? []).sorted {
        $0.signature < $1.signature
      }
      let come = Set(after[name] ?? []).subtracting(before[name] ?? []).sorted {
        $0.signature < $1.signature
      }
      let pairs = zip(gone, come).map { change(from: $0, to: $1, among: all) }
      return pairs + gone.dropFirst(come.count).map { removal($0, to: all) }
        + come.dropFirst(gone.count).map { addition($0, to: all) }
    }
  }

  private static func removal(_ element: APIElement, to all: Set<APIElement>) -> APIChange {
    let successor = all.first { isCalledAlike($0, element) }
    let isKept =
      successor != nil || isStillConformed(element, all) || isMadeByCompiler(element, all)
    return APIChange(
      kind: .removed, name: element.name, before: element.signature, after: successor?.signature,
      breaks: isKept ? nil : "its users no longer find it")
  }

  /// Whether a call of the old function is also one of the new, which has more parameters, all with
  /// defaults.
  private static func isCalledAlike(_ new: APIElement, _ old: APIElement) -> Bool {
    new.role == .member && old.role == .member
      && new.name.prefix(while: { $0 != "(" }) == old.name.prefix(while: { $0 != "(" })
      && isHarmless(old, new)
  }

  /// Whether a conformance that an extension declared is one of the type's declaration now.
  private static func isStillConformed(_ element: APIElement, _ all: Set<APIElement>) -> Bool {
    guard element.role == .type, let colon = element.name.firstRange(of: ": ") else { return false }
    return conformances(of: element.name[..<colon.lowerBound], among: all)
      .contains(String(element.name[colon.upperBound...]))
  }

  /// Members that the compiler makes for types with a conformance when they are not written.
  private static let madeByCompiler: [(name: String, conformances: Set<String>)] = [
    (".==(_:_:)", ["Equatable", "Hashable", "Comparable"]), (".hash(into:)", ["Hashable"]),
    (".encode(to:)", ["Encodable", "Codable"]), (".init(from:)", ["Decodable", "Codable"]),
  ]

  private static func isMadeByCompiler(_ element: APIElement, _ all: Set<APIElement>) -> Bool {
    madeByCompiler.contains { member in
      element.name.hasSuffix(member.name)
        && !conformances(of: element.name.dropLast(member.name.count), among: all)
          .isDisjoint(with: member.conformances)
    }
  }

  /// What a type conforms to, by its declaration or an extension, and by what that demands.
  private static func conformances(
    of type: some StringProtocol, among all: Set<APIElement>
  ) -> Set<String> {
    let types = all.filter { $0.role == .type }
    var found = types.reduce(into: Set<String>()) { found, element in
      if element.name == type {
        found.formUnion(TypeHead(element.signature).inherited)
      } else if element.name.hasPrefix("\(type): ") {
        found.insert(String(element.name.dropFirst(type.count + 2)))
      }
    }
    let protocols = types.filter { $0.signature.hasPrefix("protocol ") }.map {
      TypeHead($0.signature)
    }
    var open = Array(found)
    while let next = open.popLast() {
      let own = protocols.filter { $0.text == "protocol \(next)" }.flatMap(\.inherited)
      open += ((demandedByLibrary[next] ?? []) + own).filter { found.insert($0).inserted }
    }
    return found
  }

  private static let demandedByLibrary = [
    "Hashable": ["Equatable"], "Comparable": ["Equatable"], "Error": ["Sendable"],
    "Codable": ["Encodable", "Decodable"], "Actor": ["Sendable"],
  ]

  private static func addition(_ element: APIElement, to all: Set<APIElement>) -> APIChange {
    var breaks: String?
    switch element.role {
    case .enumCase: breaks = "a switch over all cases no longer covers it"
    case .requirement:
      // A member of the same name outside the protocol's body is its default implementation.
      let hasDefault =
        all.contains { $0.name == element.name && $0.role == .member }
        || element.signature.hasPrefix("associatedtype ") && element.signature.contains(" = ")
      if !hasDefault { breaks = "types that conform lack it" }
    case .member, .type: break
    }
    return APIChange(
      kind: .added, name: element.name, before: nil, after: element.signature, breaks: breaks)
  }

  private static func change(
    from old: APIElement, to new: APIElement, among all: Set<APIElement>
  ) -> APIChange {
    let isHarmless = isHarmless(old, new) || keepsConformances(old, new, among: all)
    return APIChange(
      kind: .changed, name: old.name, before: old.signature, after: new.signature,
      breaks: isHarmless ? nil : "its declaration is another one")
  }

  /// Whether every use of the old declaration is a use of the new one.
  private static func isHarmless(_ old: APIElement, _ new: APIElement) -> Bool {
    if old.role != new.role { return false }
    let (before, after) = (old.signature, new.signature)
    // A requirement, and what can be overridden, is implemented elsewhere.
    let isImplementedElsewhere = old.role == .requirement || before.contains("open ")
    if let before = Callable(before), let after = Callable(after) {
      return after.takesAllCalls(of: before, isImplementedElsewhere: isImplementedElsewhere)
    }
    let same = DeclarationWords.without(gained: ["open"], before, after)
    if isImplementedElsewhere { return before == after || old.role == .member && before == same }
    let (was, now) = (
      DeclarationWords.without(["final", "lazy"], before),
      DeclarationWords.without(["final", "lazy"], same)
    )
    return DeclarationWords.isSameOrSettable(was, now)
  }

  /// Whether the new type conforms to what the old one did and is otherwise the same.
  private static func keepsConformances(
    _ old: APIElement, _ new: APIElement, among all: Set<APIElement>
  ) -> Bool {
    guard old.role == .type, new.role == .type, !old.signature.contains("protocol ") else {
      return false
    }
    let (before, after) = (TypeHead(old.signature), TypeHead(new.signature))
    return isHarmless(
      APIElement(name: old.name, signature: before.text, role: .type),
      APIElement(name: new.name, signature: after.text, role: .type))
      && conformances(of: old.name, among: all.union([new])).isSuperset(of: before.inherited)
  }
}
