import Testing

@testable import MonoCore

struct APIComparisonTests {
  private static let old = """
    public struct Ride: Equatable, Sendable {
      public var state: String
      public let price: Int
      public private(set) var car: String
      public init(state: String, price: Int = 3) {}
      public func cancel(at time: Int) throws -> Bool { true }
      public mutating func stop() {}
      func hidden() {}
      public static let none = 1
      public subscript(index: Int) -> Int { 0 }
    }
    public enum State: String { case open, closed; public var isOpen: Bool { true } }
    public protocol Locator: Sendable {
      func locate() async -> Int
      var name: String { get }
    }
    extension Locator { public func helper() {} }
    open class Base { open func draw() {}; public init() {} }
    public func free<T: Sendable>(_ value: T) {}
    public class Plain { public init() {} }
    public struct Point: Hashable {
      public static func == (lhs: Point, rhs: Point) -> Bool { true }
      public func hash(into hasher: inout Hasher) {}
      @MainActor public func load() async throws(Failure) -> Int { 1 }
      public func each(_ body: @escaping @Sendable () throws -> Int) rethrows {}
      public subscript(x: Int) -> Int { get { 1 } }
    }
    public struct Failure: Error {}
    extension Failure: Equatable {}
    """

  @Test(arguments: [
    ("a removed function", "public func cancel(at time: Int) throws -> Bool { true }", ""),
    ("a renamed label", "cancel(at time", "cancel(on time"),
    ("another parameter type", "at time: Int", "at time: Double"),
    ("another result", "-> Bool { true }\n  public mutating", "-> Int { 1 }\n  public mutating"),
    ("made internal", "public mutating func stop", "mutating func stop"),
    ("a new throw", "public mutating func stop()", "public mutating func stop() throws"),
    ("made asynchronous", "public mutating func stop()", "public mutating func stop() async"),
    ("a setter hidden", "public var state", "public private(set) var state"),
    ("a default removed", "price: Int = 3", "price: Int"),
    ("a parameter without default", "price: Int = 3)", "price: Int = 3, car: String)"),
    ("a case removed", "open, closed", "open"),
    ("a case added", "open, closed", "open, closed, waiting"),
    ("a requirement added", "var name: String { get }", "var name: String { get }\n  func more()"),
    ("a requirement wants a setter", "var name: String { get }", "var name: String { get set }"),
    ("a conformance removed", "Equatable, Sendable", "Sendable"),
    ("a protocol wants more", "Locator: Sendable", "Locator: Sendable, Equatable"),
    ("a class closed", "open class Base", "public final class Base"),
    ("a constraint added", "T: Sendable", "T: Sendable & Equatable"),
    ("bound to an actor", "public mutating func stop", "@MainActor public mutating func stop"),
    ("a type renamed", "enum State", "enum Phase"),
    ("another raw type", "State: String", "State: Int"),
    ("a requirement made synchronous", "func locate() async", "func locate()"),
    ("another label added", "cancel(at time: Int)", "cancel(at time: Int, by: Int)"),
    ("a label in a subscript", "subscript(index: Int)", "subscript(at index: Int)"),
    ("a subscript removed", "public subscript(index: Int) -> Int { 0 }", ""),
    ("a function that may not throw", "() throws -> Int) rethrows", "() -> Int) rethrows"),
    ("another error", "throws(Failure)", "throws(Problem)"),
    ("any error", "throws(Failure)", "throws"),
    ("an open function that no longer throws", "open func draw()", "public func draw()"),
    ("an open function with a parameter", "open func draw()", "open func draw(by: Int = 1)"),
    ("a conformance of an extension removed", "extension Failure: Equatable {}", ""),
    ("an associated type", "func locate() async", "associatedtype Place\n  func locate() async"),
  ])
  func `A break is found`(what: String, old: String, new: String) {
    #expect(Self.old.contains(old), "\(what) changes nothing")

    let changes = Self.changes(Self.old.replacing(old, with: new))

    #expect(changes.contains { $0.breaks != nil }, "\(what): \(changes)")
  }

  @Test(arguments: [
    ("nothing", "zzz", "zzz"),
    ("a body", "{ true }\n  public mutating", "{ false }\n  public mutating"),
    ("a comment", "public struct Ride", "/// A ride.\npublic struct Ride"),
    ("line breaks", "at time: Int", "\n    at time: Int\n  "),
    ("an internal function", "func hidden() {}", "func other() {}"),
    ("a new function", "func hidden() {}", "public func more() {}"),
    ("a default added", "public func cancel(at time: Int)", "public func cancel(at time: Int = 1)"),
    ("another default", "price: Int = 3", "price: Int = 4"),
    ("a conformance added", "Equatable, Sendable", "Equatable, Hashable, Sendable"),
    ("a setter added", "public let price", "public var price"),
    ("a result that may be ignored", "public func cancel", "@discardableResult public func cancel"),
    (
      "a requirement with a default", "func locate() async -> Int",
      "func locate() async -> Int\n  func helper()"
    ),
    ("another name inside", "at time: Int", "at moment: Int"),
    (
      "a parameter with a default", "price: Int = 3)",
      "price: Int = 3, car: [Int: (Int) -> Int] = [:])"
    ),
    ("a first parameter with a default", "cancel(at time", "cancel(now: Bool = false, at time"),
    ("no throw any more", "Int) throws -> Bool", "Int) -> Bool"),
    ("other white space", "init(state: String, price", "init( state:String,price"),
    ("a body that others see", "public mutating func stop", "@inlinable public mutating func stop"),
    (
      "a deprecation", "public mutating func stop",
      "@available(*, deprecated, message: \"no\")\n  public mutating func stop"
    ),
    (
      "public from its extension", "extension Locator { public func helper",
      "public extension Locator { func helper"
    ),
    ("another name in a subscript", "subscript(index: Int)", "subscript(place: Int)"),
    (
      "another generic name", "free<T: Sendable>(_ value: T)",
      "free<Value: Sendable>(_ value: Value)"
    ),
    (
      "a generic function's parameter", "free<T: Sendable>(_ value: T)",
      "free<T: Sendable>(_ value: T, by: Int = 1)"
    ),
    ("a class without open ones closed", "public class Plain", "public final class Plain"),
    ("a class opened", "public class Plain", "open class Plain"),
    ("a conformance in an extension", "Equatable, Sendable {", "Sendable {"),
    ("a conformance in the declaration", "Failure: Error {", "Failure: Error, Equatable {"),
    ("a conformance that includes the other", "Ride: Equatable,", "Ride: Hashable,"),
    ("an operator that the compiler makes", "public static func ==", "static func =="),
    ("a hash that the compiler makes", "public func hash(into", "func hash(into"),
    ("other names of operands", "(lhs: Point, rhs: Point)", "(left: Point, right: Point)"),
    ("synchronous now", "load() async throws(Failure)", "load() throws(Failure)"),
    ("no error of a type any more", "load() async throws(Failure)", "load() async"),
    ("one type of error", "at time: Int) throws", "at time: Int) throws(Failure)"),
    ("on any actor", "@MainActor public func load", "public func load"),
    ("no mutation any more", "public mutating func stop", "public func stop"),
    ("a function that stays inside", "@escaping @Sendable () throws", "() throws"),
    ("a comma at the end", "price: Int = 3)", "price: Int = 3,)"),
    ("a setter of a subscript", "{ get { 1 } }", "{ get { 1 } set {} }"),
    (
      "a deprecation with brackets", "public mutating func stop",
      "@available(*, deprecated, message: \"use end()\") public mutating func stop"
    ),
    (
      "an associated type with a default", "func locate() async",
      "associatedtype Place = Int\n  func locate() async"
    ),
    ("a new type", "public enum State", "public struct New {}\npublic enum State"),
  ])
  func `A compatible change is not a break`(what: String, old: String, new: String) {
    var source = Self.old.replacing(old, with: new)
    if what == "a conformance in an extension" { source += "extension Ride: Equatable {}" }
    if what == "a conformance in the declaration" {
      source.replace("extension Failure: Equatable {}", with: "")
    }

    let changes = Self.changes(source)

    #expect(changes.allSatisfy { $0.breaks == nil }, "\(what): \(changes)")
  }

  @Test func `The surface is named as it is used`() {
    var scanner = APIScanner(module: "Core")
    scanner.scan(Array(Self.old.utf8))

    let names = Set(scanner.elements.map(\.name))

    #expect(
      names.isSuperset(of: [
        "Core.Ride", "Core.Ride.state", "Core.Ride.cancel(at:)", "Core.Ride.init(state:price:)",
        "Core.State.closed", "Core.Locator.locate()", "Core.Base.draw()", "Core.free(_:)",
      ]))
    #expect(!names.contains("Core.Ride.hidden()"))
    let price = scanner.elements.first { $0.name == "Core.Ride.price" }
    #expect(price?.signature == "var price: Int { get }")
  }

  private static func changes(_ new: String) -> [APIChange] {
    func surface(_ source: String) -> Set<APIElement> {
      var scanner = APIScanner(module: "Core")
      scanner.scan(Array(source.utf8))
      return scanner.elements
    }
    let now = surface(new)
    return APIComparison.changes(from: surface(old), to: now) { now }
  }
}
