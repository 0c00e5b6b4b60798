import SwiftParser
import SwiftSyntax

/// Everything that the evaluation of a manifest can depend on besides its own text.
///
/// A manifest that imports nothing but the package description can only ask `Context`: for
/// variables, its folder, and the state of git. With Foundation it can do the same when every name
/// in it is known and harmless. Otherwise it can look at everything.
struct ManifestReach: Equatable {
  /// The environment variables that it names.
  private(set) var variables: Set<String> = []
  /// Whether it uses the environment otherwise than by a name.
  private(set) var readsWholeEnvironment = false
  /// Whether it knows its folder, and so may name or read files there.
  private(set) var readsFiles = false
  /// Whether it can look at anything.
  private(set) var isUnbounded = false

  /// - Parameter manifest: The texts of all `Package*.swift` of a folder; `nil` for none.
  init?(_ manifest: String) {
    guard !manifest.isEmpty else { return nil }
    let imports = Set(ImportScanner.scan(Array(manifest.utf8)).imports.map(\.module))
      .subtracting(["PackageDescription", "CompilerPluginSupport"])
    isUnbounded =
      manifest.contains("gitInformation")
      || !imports.isEmpty && (imports != ["Foundation"] || !ManifestWords(manifest).areHarmless)
    readsFiles = isUnbounded || ["packageDirectory", "#file"].contains { manifest.contains($0) }
    for use in manifest.ranges(of: "environment") {
      let rest = manifest[use.upperBound...].drop(while: \.isWhitespace)
      if rest.hasPrefix("[\""), let name = rest.between("[\"", "\"]"), !name.contains("\"") {
        variables.insert(String(name))
      } else {
        readsWholeEnvironment = true
      }
    }
  }
}

/// The names that a manifest uses. Foundation brings functions that read files, ask the network and
/// the clock; a name that is not known to be another one may be one of them.
private struct ManifestWords {
  private(set) var areHarmless = true

  init(_ manifest: String) {
    let tokens = Array(Parser.parse(source: manifest).tokens(viewMode: .sourceAccurate))
    func text(_ index: Int) -> String { tokens.indices ~= index ? tokens[index].text : "" }
    let names = tokens.indices.filter { index in
      if case .identifier = tokens[index].tokenKind { true } else { false }
    }
    let declared = Set(
      names.filter {
        ["let", "var", "func", "for", "case", "struct", "enum"].contains(text($0 - 1))
      }.map(text))
    let parameters = Set(names.filter { [":", "in"].contains(text($0 + 1)) }.map(text))
    for index in names {
      let name = text(index)
      let isMember = [".", "@"].contains(text(index - 1))
      let isLabel = text(index + 1) == ":"
      let isKnown =
        isMember || isLabel || Self.harmless.contains(name) || declared.contains(name)
        || parameters.contains(name) && text(index + 1) != "("
      let isExact =
        switch name {
        case "Foundation": text(index - 1) == "import" || text(index - 2) == "import"
        case "ProcessInfo":
          text(index - 4) == "import"
            || (1...4).map { text(index + $0) } == [".", "processInfo", ".", "environment"]
        case "Darwin", "Glibc", "Musl", "Android": text(index + 1) == ")"
        case "contentsOf": ["append", "insert"].contains(text(index - 2))
        default: name != "write" && !Self.reading.contains { name.hasPrefix($0) }
        }
      if !isKnown || !isExact { areHarmless = false }
    }
  }

  /// Members and labels of Foundation's extensions of Swift's own types that look outside.
  private static let reading = ["contents", "completePath", "localized", "current"]

  private static let harmless = Set(
    """
    Foundation PackageDescription CompilerPluginSupport ProcessInfo Package Product Target Context \
    Resource Platform SupportedPlatform Version SwiftVersion SwiftLanguageMode SwiftSetting CSetting \
    CXXSetting LinkerSetting LanguageTag SystemPackageProvider Trait CLanguageStandard \
    CXXLanguageStandard BuildConfiguration BuildSettingCondition TargetDependencyCondition Dependency \
    Element Self append String Int Bool Array Set Dictionary Optional Void Character Substring fatalError precondition \
    print zip min max os swift compiler canImport hasFeature targetEnvironment arch macOS iOS tvOS \
    watchOS visionOS Linux Windows Android Darwin Glibc Musl
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
