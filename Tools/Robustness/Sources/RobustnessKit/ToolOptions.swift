import Basics
import Foundation
import Glibc

/// The options that both tools take.
package struct ToolOptions: Sendable {
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

  /// Runs a tool with its options, and ends the process; `run` returns whether nothing was found.
  package static func main(
    _ tool: String, others known: [String], run: (ToolOptions) throws -> Bool
  ) -> Never {
    let (message, status): (String, Int32)
    do {
      let options = try ToolOptions(Array(CommandLine.arguments.dropFirst()), others: known)
      exit(try run(options) ? 0 : 1)
    } catch let failure as Failure {
      (message, status) = (failure.message, 64)
    } catch {
      (message, status) = ("\(error)", 70)
    }
    FileHandle.standardError.write(Data("\(tool): \(message)\n".utf8))
    exit(status)
  }

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

extension SplitMix64 {
  /// The numbers of one of many independent runs of a seed.
  package init(seed: UInt64, of name: String) {
    self.init(seed: seed)
    for byte in name.utf8 { self.init(seed: next() ^ UInt64(byte)) }
  }
}

/// Prints a line.
package func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
