import Glibc

/// The options that both tools take.
package struct TrialOptions: Sendable {
  /// A command line that cannot be followed.
  package struct Failure: Error {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// The folder of the programs `koober` and `koober-cloud`.
  package var programs = ""
  /// The root of the repository.
  package var root = ""
  package var seed = UInt64.random(in: 0..<1_000_000_000)
  /// How long to go on; without it until everything is done.
  package var seconds: Double?
  package var jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// The other options, and their values.
  package private(set) var others: [String: String] = [:]

  /// Reads `--name value` pairs.
  package init(_ arguments: [String], others known: [String]) throws(Failure) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--") else { throw Failure(message: "Unexpected argument '\(name)'.") }
      guard let value = rest.popFirst() else { throw Failure(message: "'\(name)' needs a value.") }
      switch name {
      case "--programs": programs = value
      case "--root": root = value
      case "--seed": seed = try Self.number(name, value)
      case "--seconds": seconds = try Self.number(name, value)
      case "--jobs": jobs = try Self.number(name, value)
      case _ where known.contains(name): others[name] = value
      default: throw Failure(message: "Unknown option '\(name)'.")
      }
    }
  }

  /// Reads a number.
  package static func number<Number: LosslessStringConvertible>(
    _ name: String, _ value: String
  ) throws(Failure) -> Number {
    guard let number = Number(value) else {
      throw Failure(message: "'\(value)' is no number for '\(name)'.")
    }
    return number
  }
}
