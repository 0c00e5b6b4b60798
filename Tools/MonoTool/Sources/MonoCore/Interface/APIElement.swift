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
  static func changes(from old: Set<APIElement>, to new: Set<APIElement>) -> [APIChange] {
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
      return pairs + gone.dropFirst(come.count).map(removal)
        + come.dropFirst(gone.count).map { addition($0, to: new) }
    }
  }

  private static func removal(_ element: APIElement) -> APIChange {
    APIChange(
      kind: .removed, name: element.name, before: element.signature, after: nil,
      breaks: "its users no longer find it")
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
      after = after.replacing("open class", with: "public class")
        .replacing("open func", with: "public func").replacing("open var", with: "public var")
    }
    if old.role == .member { before = before.replacing("public let ", with: "public var ") }
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
