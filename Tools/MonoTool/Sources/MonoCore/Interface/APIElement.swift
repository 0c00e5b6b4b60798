/// A declaration that other packages can use.
package struct APIElement: Sendable, Hashable {
  /// What it is called from outside, such as `Core.Location.distance(to:)`.
  package let name: String
  /// Its declaration without bodies, comments and spacing.
  package let signature: String
  /// What decides how a change of it counts.
  package let role: Role

  package enum Role: String, Sendable {
    case member
    /// Conforming types of other packages must have it.
    case requirement
    /// Switches of other packages must name it.
    case enumCase
    case type
  }
}

/// How the surface of a package differs from an earlier one.
package struct APIChange: Sendable, Hashable {
  package enum Kind: String, Sendable { case added, removed, changed }

  package let kind: Kind
  package let name: String
  package let before: String?
  package let after: String?
  /// Why code that uses the package may no longer compile; `nil` when it always does.
  package let breaks: String?
}

enum APIComparison {
  /// The changes from one surface to another, sorted by name.
  ///
  /// - Parameter whole: The whole new surface, when the others are parts: what is gone there can have a
  ///   successor, and what came a default implementation.
  static func changes(
    from old: Set<APIElement>, to new: Set<APIElement>, whole: () throws -> Set<APIElement>
  ) rethrows -> [APIChange] {
    let found = changes(from: old, to: new, among: new)
    let isCertain = found.allSatisfy { $0.breaks == nil || $0.kind == .changed }
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
      let pairs = zip(gone, come).map { change(from: $0, to: $1) }
      return pairs + gone.dropFirst(come.count).map { removal($0, to: all) }
        + come.dropFirst(gone.count).map { addition($0, to: all) }
    }
  }

  private static func removal(_ element: APIElement, to all: Set<APIElement>) -> APIChange {
    let successor = all.first { isCalledAlike($0, element) }
    return APIChange(
      kind: .removed, name: element.name, before: element.signature, after: successor?.signature,
      breaks: successor == nil ? "its users no longer find it" : nil)
  }

  /// Whether a call of the old function is also one of the new, which has more parameters, all with
  /// defaults.
  private static func isCalledAlike(_ new: APIElement, _ old: APIElement) -> Bool {
    guard new.role == .member, old.role == .member,
      new.name.prefix(while: { $0 != "(" }) == old.name.prefix(while: { $0 != "(" }),
      let before = Parameters(old.signature), let after = Parameters(new.signature)
    else { return false }
    return before.around == after.around
      && after.list.filter { before.list.contains($0) || !$0.hasSuffix(" = …") } == before.list
  }

  /// The parameters of a signature, and what stands around them.
  private struct Parameters {
    private(set) var list: [String] = []
    private(set) var around: [Substring] = []

    init?(_ signature: String) {
      // The attributes can have brackets, too.
      guard let word = signature.firstRange(of: /(func [^( ]+|init[?!]?(<[^(]*)?)\(/) else {
        return nil
      }
      var depth = 1
      var parameter = ""
      for index in signature[word.upperBound...].indices {
        let character = signature[index]
        if "([<".contains(character) { depth += 1 }
        // An arrow's head closes nothing.
        let isArrow = character == ">" && signature[signature.index(before: index)] == "-"
        if ")]>".contains(character), !isArrow { depth -= 1 }
        if depth == 0 || depth == 1 && character == "," {
          if !parameter.isEmpty { list.append(parameter.trimmed) }
          parameter = ""
        } else {
          parameter.append(character)
        }
        if depth == 0 {
          around = [signature[..<word.upperBound], signature[index...]]
          return
        }
      }
      return nil
    }
  }

  private static func addition(_ element: APIElement, to all: Set<APIElement>) -> APIChange {
    var breaks: String?
    switch element.role {
    case .enumCase: breaks = "a switch over all cases no longer covers it"
    case .requirement:
      // A member of the same name outside the protocol's body is its default implementation.
      let hasDefault = all.contains { $0.name == element.name && $0.role == .member }
      if !hasDefault { breaks = "types that conform lack it" }
    case .member, .type: break
    }
    return APIChange(
      kind: .added, name: element.name, before: nil, after: element.signature, breaks: breaks)
  }

  private static func change(from old: APIElement, to new: APIElement) -> APIChange {
    APIChange(
      kind: .changed, name: old.name, before: old.signature, after: new.signature,
      breaks: isHarmless(old, new) ? nil : "its declaration is another one")
  }

  /// Whether every use of the old declaration is a use of the new one.
  private static func isHarmless(_ old: APIElement, _ new: APIElement) -> Bool {
    if old.role != new.role { return false }
    var (before, after) = (old.signature, new.signature)
    // A result that may be ignored, a default value, and a wider access take nothing away.
    if after.hasPrefix("@discardableResult "), !before.hasPrefix("@discardableResult ") {
      after.removeFirst("@discardableResult ".count)
    }
    if !before.contains("open "), old.role == .type || old.role == .member {
      after = after.replacing("open class", with: "class")
        .replacing("open func", with: "func").replacing("open var", with: "var")
    }
    // A requirement, and what can be overridden, is implemented elsewhere.
    if old.role == .member, !before.contains("open "), !after.contains(" throws") {
      before = before.replacing(" throws", with: "")
    }
    let beforeReads = before.hasSuffix(" { get }")
    if beforeReads, after.hasSuffix(" { get set }"), old.role == .member {
      before = String(before.dropLast(" { get }".count)) + " { get set }"
    }
    let hasNewDefaults =
      after.split(separator: " = …").count > before.split(separator: " = …").count
    if hasNewDefaults, after.replacing(" = …", with: "") == before.replacing(" = …", with: "") {
      return true
    }
    return before == after || addsConformances(before, after, role: old.role)
  }

  /// Whether the new type conforms to more than the old one and is otherwise the same.
  private static func addsConformances(
    _ before: String, _ after: String, role: APIElement.Role
  ) -> Bool {
    guard role == .type, !before.contains("protocol ") else { return false }
    func parts(_ text: String) -> (head: String, inherited: Set<String>) {
      guard let colon = text.firstRange(of: ": ") else { return (text, []) }
      let list = text[colon.upperBound...].split(separator: ", ").map(String.init)
      return (String(text[..<colon.lowerBound]), Set(list))
    }
    return parts(before).head == parts(after).head
      && parts(before).inherited.isSubset(of: parts(after).inherited)
  }
}
