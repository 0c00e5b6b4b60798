import Core
import FeatureFlags

/// The places that flags come from, in the order of their precedence.
struct FlagLevels: Sendable {
  /// `--flag` > `KOOBER_FLAGS` > the rider's file > the cloud's definitions > the built-in ones.
  let provider: LayeredProvider
  private let cloudFile: FileProvider

  /// Reads the files; one that is missing holds no flags.
  ///
  /// - Throws: ``Problem`` when a flag is chosen that does not exist, or a file cannot be used.
  init(
    options: [String], environment: [String: String], folders: Folders
  ) throws(Problem) {
    let builtIn = try Self.builtIn()
    cloudFile = FileProvider(path: folders.cloudFlags)
    if case .failed(let error) = cloudFile.refresh() { throw error.problem }
    provider = LayeredProvider([
      FlagLevel("--flag", overrides: try Self.overrides(options, kind: .usage)),
      FlagLevel("KOOBER_FLAGS", overrides: try Self.overrides(environment["KOOBER_FLAGS"] ?? "")),
      FlagLevel("user", overrides: try RiderFlagFile(path: folders.riderFlags).read()),
      FlagLevel("cloud", definitions: cloudFile),
      FlagLevel("built-in", definitions: builtIn),
    ])
    try checkOverrides()
  }

  /// The definitions that this build carries.
  static func builtIn() throws(Problem) -> FlagDefinitions {
    do {
      return try FlagDefinitions(parsing: PackageResources.built_in_flags_json)
    } catch {
      throw Problem(
        .internalError, code: "brokenBuild",
        message: "The built-in flags cannot be used: \(error)", hint: "Build koober again.")
    }
  }

  private static func overrides(
    _ assignments: [String], kind: Problem.Kind
  ) throws(Problem) -> FlagOverrides {
    do {
      return try FlagOverrides(assignments)
    } catch {
      throw Problem(kind, code: "badFlag", message: error.description, hint: Self.hint)
    }
  }

  private static func overrides(_ text: String) throws(Problem) -> FlagOverrides {
    do {
      return try FlagOverrides(parsing: text)
    } catch {
      throw Problem(
        .configuration, code: "badFlag", message: "KOOBER_FLAGS: \(error.description)",
        hint: Self.hint)
    }
  }

  private static let hint = "See 'koober flags list' for the flags and their variants."

  /// A flag or variant that does not exist was mistyped; it must not be ignored silently.
  private func checkOverrides() throws(Problem) {
    for level in provider.levels {
      guard case .overrides(let overrides) = level.content else { continue }
      let kind: Problem.Kind = level.name == "--flag" ? .usage : .configuration
      for key in overrides.keys {
        try check(key, variant: overrides[key] ?? "", origin: level.name, kind: kind)
      }
    }
  }

  /// Checks that a flag has a variant.
  func check(
    _ key: String, variant: String, origin: String, kind: Problem.Kind
  ) throws(Problem) {
    guard let variants = provider.definitions(of: key)?.variants(of: key) else {
      throw Problem(
        kind, code: "unknownFlag", message: "\(origin): there is no flag '\(key)'.",
        hint: Self.hint)
    }
    guard variants.contains(variant) else {
      throw Problem(
        kind, code: "unknownVariant",
        message: "\(origin): the flag '\(key)' has no variant '\(variant)'.",
        hint: "Its variants are \(variants.joined(separator: ", ")).")
    }
  }
}
