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
    ("a new type", "public enum State", "public struct New {}\npublic enum State"),
  ])
  func `A compatible change is not a break`(what: String, old: String, new: String) {
    let changes = Self.changes(Self.old.replacing(old, with: new))

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
