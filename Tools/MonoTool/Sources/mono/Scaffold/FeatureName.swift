import SwiftParser

/// The name of a new feature in the forms that files need.
struct FeatureName: Sendable, Equatable {
  /// `TipJar`
  let type: String
  /// `tip`, `jar`
  private let parts: [String]

  /// - Throws: `MonoError.usage` when it cannot name a Swift type and module.
  init(_ name: String) throws {
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isPlain, name.first?.isUppercase == true, name.count <= 60 else {
      throw MonoError.usage(
        "'\(name)' cannot be the name of a feature.",
        hint: "Use a capital letter and then letters and digits, as in TipJar.")
    }
    if Self.taken.contains(name) || name.hasSuffix("Tests") || name.hasSuffix("Testing") {
      throw MonoError.usage(
        "'\(name)' already means something else.", hint: "Choose a name of your domain.")
    }
    type = name
    parts = name.matches(of: /[A-Z]+[^A-Z]*/).map { $0.output.lowercased() }
    if !camel.isValidSwiftIdentifier(for: .variableName) {
      throw MonoError.usage(
        "'\(camel)' is a word of Swift.", hint: "Choose another name, for example with two words.")
    }
  }

  /// Names that would hide a module or type of the toolchain.
  private static let taken: Set = [
    "Any", "Array", "Builtin", "Combine", "Cxx", "Dispatch", "Distributed", "Foundation",
    "FoundationEssentials", "Glibc", "Musl", "Observation", "Optional", "PackageDescription",
    "Preview", "Protocol", "RegexBuilder", "Result", "Self", "Set", "String", "Swift",
    "Synchronization", "Task", "Testing", "Type", "XCTest",
  ]

  /// `tipJar`
  var camel: String { parts[0] + type.dropFirst(parts[0].count) }
  /// `tip jar`
  var words: String { parts.joined(separator: " ") }
  /// `tip-jar`
  var kebab: String { parts.joined(separator: "-") }
}

/// The values of a new feature, for which `{{key}}` stands in templates.
struct TemplateFilling {
  private let container: String
  private let values: [String: String]

  /// - Parameter container: The type of the composition root that opens the new scope.
  init(name: FeatureName, parent: String?, container: String, settings: FeatureSettings) {
    self.container = container
    let standard = [
      "Name": name.type, "words": name.words, "kebab": name.kebab, "camel": name.camel,
      "title": name.words.prefix(1).uppercased() + name.words.dropFirst(),
      "snake": name.kebab.replacing("-", with: "_"), "key": String(name.kebab.prefix(1)),
      "container": container, "parent": parent ?? "the app",
    ]
    values = standard.merging(settings.openers[container] ?? [:]) { $1 }
  }

  /// - Throws: `MonoError.usage` that names a place without a value.
  func fill(_ text: String) throws -> String {
    try text.replacing(/\{\{(.*?)\}\}/) { match in
      guard let value = values[String(match.1)] else {
        throw MonoError.usage(
          "A template asks for '\(match.1)', and features.openers in the rules file has none for"
            + " \(container).",
          hint: "Add \(match.1) to features.openers.\(container) in the rules file.")
      }
      return value
    }
  }
}
