import Basics
import Core
import Experiments
import FeatureFlags
import Foundation

extension Parser {
  /// A document that is read as a whole and one that comes byte by byte are accepted alike.
  static func json(_ input: [UInt8]) -> String? {
    let value = try? JSON(parsing: input)
    var rest = input[...]
    let reader = JSON.StreamReader { rest.popFirst().map { [$0] } ?? [] }
    let isAccepted = (try? (reader.skipValue(), reader.finish())) != nil
    let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
    if !hasMark, isAccepted != (value != nil) { return "in pieces: \(isAccepted)" }
    guard let value else { return nil }
    let text = value.serialized()
    return difference("written and read again", value, try? JSON(parsing: text))
      ?? difference("parts", try? JSON.Lines(of: input).line(of: "") > 0, true)
  }

  /// Documents of the cloud stay the same when they are written and read again.
  static func answers(_ input: [UInt8]) throws -> String? {
    let json = try JSON(parsing: input)
    let types: [any Codable.Type] = [
      RideOptionList.self, RideList.self, LiveRideList.self, PlaceList.self, MapTile.self,
      FriendList.self, Inbox.self, SessionList.self, AccountExport.self, DriverStatus.self,
      DrivenRideList.self, ExperimentList.self, ErrorResponse.self,
    ]
    return types.lazy.compactMap { roundTrip($0, json) }.first
  }

  static func session(_ input: [UInt8]) throws -> String? {
    roundTrip(IssuedSession.self, try JSON(parsing: input))
  }

  /// Definitions of flags are those of their document, and each flag has a value for a rider.
  static func flags(_ input: [UInt8]) throws -> String? {
    let document = try JSON(parsing: input)
    _ = try FlagLint().problems(in: document, text: input)
    let flags = try FlagDefinitions(document)
    for key in flags.keys {
      let context = EvaluationContext(targetingKey: "rider")
      let details = flags.details(for: key, type: .object, default: .null, context: context)
      if let problem = readAgain(details.json) { return problem }
    }
    return difference("keys", flags.keys, try FlagDefinitions(flags.document).keys)
  }

  static func logic(_ input: [UInt8]) -> String? {
    lines(JSONLines.answers(to: input, answer: LogicBatch.answer))
  }

  static func evaluate(_ input: [UInt8]) throws -> String? {
    let flags = try FlagDefinitions(
      [
        "flags": [
          "a": [
            "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
            "targeting": [
              "if": [
                ["sem_ver": [["var": "v"], "^", "1.2.0"]], "on", ["fractional": [["on", 1]]],
              ]
            ],
          ]
        ]
      ])
    return lines(JSONLines.answers(to: input, answer: FlagBatch(flags).answer))
  }

  static func experiment(_ input: [UInt8]) throws -> String? {
    let contents = try VariantCountsCSV.contents(parsing: string(input))
    let text = VariantCountsCSV.text(of: contents)
    return difference("written and read again", text, rewritten(text))
  }

  private static func rewritten(_ text: String) -> String? {
    (try? VariantCountsCSV.contents(parsing: text)).map(VariantCountsCSV.text)
  }

  /// Each line of answers is JSON.
  private static func lines(_ output: [UInt8]) -> String? {
    output.split(separator: UInt8(ascii: "\n")).lazy.compactMap {
      (try? JSON(parsing: $0)) == nil ? "an answer is no JSON: \(string(Array($0)))" : nil
    }.first
  }
}

/// Returns how a document changes when it is written and read again.
func readAgain(_ json: JSON) -> String? {
  difference("written and read again", json, try? JSON(parsing: json.serialized()))
}

/// Returns how a document of a type changes when it is read and written twice. What is written first
/// may differ from the input, whose times may have fractions of a second.
func roundTrip<Value: Codable>(_ type: Value.Type, _ json: JSON) -> String? {
  guard let value = try? json.decode(type), let first = try? JSON(encoding: value) else {
    return nil
  }
  let second = try? JSON(encoding: first.decode(type))
  return difference("\(type)", first, second)
}
