import Basics
import Foundation
import Glibc

/// The reason why a command line cannot be followed.
package struct ToolError: Error {
  package let message: String
  package init(_ message: String) { self.message = message }
}

/// The options of a tool, as pairs `--name value`.
package struct ToolOptions: Sendable {
  private static let common = ["--programs", "--root", "--seed", "--seconds", "--jobs"]

  /// The folder of the programs `koober` and `koober-cloud`.
  package let programs: String
  package let root: String
  package private(set) var seed = UInt64.random(in: 0..<1_000_000_000)
  /// How long to go on; without it until everything is done.
  package private(set) var seconds: Double?
  package private(set) var jobs = ProcessInfo.processInfo.activeProcessorCount
  private let values: [String: String]

  /// Runs a tool with its options, and ends the process; `run` returns whether nothing was found.
  package static func main(
    _ tool: String, options known: [String], run: (ToolOptions) throws -> Bool
  ) -> Never {
    let (message, status): (String, Int32)
    do {
      let options = try ToolOptions(CommandLine.arguments.dropFirst(), known: known)
      exit(try run(options) ? 0 : 1)
    } catch let error as ToolError {
      (message, status) = (error.message, 64)
    } catch {
      (message, status) = ("\(error)", 70)
    }
    FileHandle.standardError.write(Data("\(tool): \(message)\n".utf8))
    exit(status)
  }

  private init(_ arguments: ArraySlice<String>, known: [String]) throws(ToolError) {
    var values: [String: String] = [:]
    var rest = arguments
    while let name = rest.popFirst() {
      guard name.hasPrefix("--") else { throw ToolError("Unexpected argument '\(name)'.") }
      guard let value = rest.popFirst() else { throw ToolError("'\(name)' needs a value.") }
      guard (Self.common + known).contains(name) else {
        throw ToolError("Unknown option '\(name)'.")
      }
      values[name] = value
    }
    self.values = values
    programs = values["--programs"] ?? ""
    root = values["--root"] ?? ""
    seed = try number("--seed") ?? seed
    seconds = try number("--seconds")
    jobs = try number("--jobs") ?? jobs
  }

  package subscript(name: String) -> String? { values[name] }

  package func number<Number: LosslessStringConvertible>(
    _ name: String
  ) throws(ToolError) -> Number? {
    guard let value = values[name] else { return nil }
    guard let number = Number(value) else {
      throw ToolError("'\(value)' is no number for '\(name)'.")
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

package func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
