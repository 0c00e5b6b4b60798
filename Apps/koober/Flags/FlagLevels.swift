import Cloud
import Commands
import Core
import FeatureFlags
import Synchronization

/// The places that flags come from, in the order of their precedence:
/// the choice of a cloud > `--flag` > `KOOBER_FLAGS` > the rider's file > the cloud's definitions > the built-in ones.
final class FlagLevels: Sendable {
  private let cloud: CloudSelection
  private let options: FlagOverrides
  private let environment: FlagOverrides
  private let riderFile: RiderFlagFile
  /// The overrides of the rider's file when it was last readable.
  private let riderChoices: Mutex<FlagOverrides>
  private let cloudFile: FileProvider
  private let builtIn: [FlagDefinitions]

  /// Reads the files; one that is missing holds no flags.
  ///
  /// - Throws: ``Problem`` when a flag is chosen that does not exist, or a file cannot be used.
  init(
    options: [String], environment: [String: String], folders: XDGDirectories, cloud: CloudSelection
  ) throws(Problem) {
    builtIn = try Self.builtIn()
    self.cloud = cloud
    cloudFile = FileProvider(path: folders.flags(of: cloud.choice))
    if case .failed(let error) = cloudFile.refresh() { throw error.problem }
    self.options = try Self.overrides(options)
    self.environment = try Self.overrides(environment["KOOBER_FLAGS"] ?? "")
    riderFile = RiderFlagFile(path: folders.riderFlags)
    riderChoices = Mutex(try riderFile.read())
    try check(self.options, origin: "--flag", kind: .usage)
    try check(self.environment, origin: "KOOBER_FLAGS", kind: .configuration)
    try check(riderChoices.withLock { $0 }, origin: riderFile.path, kind: .configuration)
  }

  /// The flags as they are now, for a scope that begins.
  var provider: LayeredProvider {
    let levels =
      [
        FlagLevel("--flag", overrides: options),
        FlagLevel("KOOBER_FLAGS", overrides: environment),
        FlagLevel("user", overrides: riderChoices.withLock { $0 }),
        FlagLevel("cloud", definitions: cloudFile),
      ] + builtIn.map { FlagLevel("built-in", definitions: $0) }
    return LayeredProvider((cloud.flagLevel.map { [$0] } ?? []) + levels)
  }

  /// Reads the files again when they have changed, for a program that runs long.
  ///
  /// - Returns: The error of a file that has become invalid; its last valid content stays.
  func refresh() -> [Problem] {
    var problems: [Problem] = []
    if case .failed(let error) = cloudFile.refresh() { problems.append(error.problem) }
    do throws(Problem) {
      let choices = try riderFile.read()
      try check(choices, origin: riderFile.path, kind: .configuration)
      riderChoices.withLock { $0 = choices }
    } catch {
      problems.append(error)
    }
    return problems
  }

  /// The definitions that this build carries.
  static func builtIn() throws(Problem) -> [FlagDefinitions] {
    do {
      var definitions: [FlagDefinitions] = []
      for flags in [Feature].all.compactMap(\.flags) {
        definitions.append(try flags.definitions())
      }
      return definitions
    } catch {
      throw Problem(
        .internalError, code: "brokenBuild",
        message: "The built-in flags cannot be used: \(error)", hint: "Build koober again.")
    }
  }

  private static func overrides(_ assignments: [String]) throws(Problem) -> FlagOverrides {
    do {
      return try FlagOverrides(assignments)
    } catch {
      throw Problem(.usage, code: "badFlag", message: error.description, hint: Self.hint)
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
  private func check(
    _ overrides: FlagOverrides, origin: String, kind: Problem.Kind
  ) throws(Problem) {
    for key in overrides.keys {
      try check(key, variant: overrides[key] ?? "", origin: origin, kind: kind)
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
