/// The values of a new feature, for which `{{key}}` stands in templates.
struct TemplateFilling {
  private let container: String
  private let values: [String: String]

  /// - Parameter container: The type of the composition root that opens the new scope.
  init(name: FeatureName, parent: String?, container: String, settings: FeatureSettings) {
    self.container = container
    let standard = [
      "Name": name.type, "words": name.words, "title": name.title, "kebab": name.kebab,
      "camel": name.camel, "snake": name.snake, "key": String(name.kebab.prefix(1)),
      "container": container, "parent": parent ?? "the app",
    ]
    values = standard.merging(settings.openers[container] ?? [:]) { $1 }
  }

  /// - Throws: `MonoError.usage` that names a place without a value.
  func fill(_ text: String) throws(MonoError) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
        throw .usage("In a template '{{' has no '}}'.", hint: "Correct the template.")
      }
      let key = String(rest[open.upperBound..<close.lowerBound])
      guard let value = values[key] else {
        throw .usage(
          "A template asks for '\(key)', and nothing says what that is in \(container).",
          hint: "Add \(key) to features.openers.\(container) in the rules file.")
      }
      result += rest[..<open.lowerBound] + value
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}
