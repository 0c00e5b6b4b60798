import Basics
@testable import Cloud
@testable import Composition
import CoreHTTP
import Foundation
import Synchronization
@testable import Terminal

extension Parser {
  /// A link has the same segments when they are encoded again.
  static func link(_ input: [UInt8]) throws -> String? {
    let link = try Link(string(input))
    let path = link.segments.map(PercentCoding.encode).joined(separator: "/")
    let text = "\(link.scheme)://\(path)"
    guard text.utf8.count <= Link.longestInBytes else { return nil }
    return difference("encoded again", link.segments, try? Link(text).segments)
  }

  static func addresses(_ input: [UInt8]) throws -> String? {
    let text = string(input)
    if let address = IPAddress(text),
      let problem = difference("written", address, IPAddress(address.description))
    {
      return problem
    }
    let address = try CloudAddress(parsing: text)
    return difference("written", address, try? CloudAddress(parsing: address.description))
  }

  /// Text for the terminal has no control characters, and stays the same when it is cleaned again.
  static func text(_ input: [UInt8]) -> String? {
    let clean = SanitizedText.clean(string(input))
    let isPrintable = clean.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return difference("cleaned again", clean, SanitizedText.clean(clean))
      ?? difference("without control characters", isPrintable, true)
  }

  /// A text that is quoted for a shell is one word there.
  static func shell(_ input: [UInt8]) -> String? {
    let text = string(input)
    let split = ShellWords.splitForCompletion(text)
    _ = ShellQuoting(split: split, replaced: split.typed)
    let quoted = ShellQuoting(split: ShellWords.splitForCompletion(""), replaced: "")?.write(text)
    return difference("quoted", [text], quoted.map { ShellWords.splitForCompletion($0).words })
  }

  /// A command line, a word a line, is run, printed, completed or refused; all parameters of a
  /// command that runs have a value.
  static func arguments(_ input: [UInt8]) -> String? {
    let words = string(input).split(separator: "\n", omittingEmptySubsequences: false)
    let parsed = tree.parse(words.map(String.init))
    _ = (parsed.globals[output], parsed.globals[verbose])
    switch parsed.request {
    case .run(let invocation): wait { try? await invocation.run(0) }
    case .print(let page): _ = tree.text(of: page, width: 80)
    case .complete(let request): wait { _ = await tree.completions(for: request) }
    case .usageError(let error): _ = "\(error)"
    }
    return nil
  }

  private static let output = Option<Shell?>("output", short: "o", help: "A form.")
  private static let verbose = Flag("verbose", short: "v", help: "Say more.")
  private static let limit = Option<Int>("limit", short: "n", default: 3, help: "A number.")
  private static let friends = Option<[String]>("with", help: "Names.")
  private static let point = Argument<Double>("POINT", help: "A number.")
  private static let rest = Argument<[String]>("WORD", help: "Words.")

  private static let tree = CommandTree<Int>(
    name: "sample", version: "1", date: "2026-01-01", summary: "A sample.",
    globalOptions: [output, verbose], synonyms: ["bid": "request"],
    commands: [
      Command("request", summary: "Request.", parameters: [limit, friends, point, rest]) {
        values, _ in _ = (values[limit], values[friends], values[point], values[rest])
      },
      Command(
        "group", summary: "A group.",
        subcommands: [
          Command("list", summary: "A list.", parameters: [verbose]) { values, _ in
            _ = values[verbose]
          }
        ]),
    ])

  private static func wait(for work: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      done.signal()
    }
    done.wait()
  }
}
