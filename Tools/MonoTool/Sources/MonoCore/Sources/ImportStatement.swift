/// An import in a Swift file, in whichever `#if` branch it stands.
package struct ImportStatement: Sendable, Hashable, Codable {
  /// The first part of the imported path.
  package let module: String
  package let line: Int
  /// Whether it stands in an `#if`.
  package let isConditional: Bool
}

/// What one Swift file says about other modules.
package struct SourceFacts: Sendable, Hashable, Codable {
  package var imports: [ImportStatement] = []
  /// Macro modules that the file names in `#externalMacro(module: …)`.
  package var macroModules: Set<String> = []
  /// Whether there is anything but comments.
  package var hasCode = false
}
