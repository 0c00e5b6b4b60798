import Basics
import Cloud
import Console
import Core
import FeatureFlags
import Synchronization

/// The places that flags come from, in the order of their precedence:
/// the build > the choice of a cloud > `--flag` > `KOOBER_FLAGS` > the rider's file > the cloud's definitions > the built-in ones.
final class FlagLevels: Sendable {
  private let cloud: CloudSelection
  private let options: FlagOverrides
  private let riderFile: ChoiceFile
  private let cloudFile: FileProvider
  private let builtIn: [FlagDefinitions]
  private let decidedByBuild: FlagOverrides
  private let choices = Mutex(Choices())

  /// The choices of lasting places, without flags and variants that do not exist.
  private struct Choices {
    var environment = FlagOverrides()
    /// The overrides of the rider's file when it was last readable.
    var rider = FlagOverrides()
    /// The problems that have been returned once.
    var problems: [Problem] = []
  }

  /// Reads the files; one that is missing holds no flags, one whose content makes no sense is left aside.
  ///
  /// - Parameter isRepair: Whether the run is there to find or to mend what is wrong: it continues
  ///   without what cannot be used.
  /// - Throws: ``Problem`` when `--flag` or `KOOBER_FLAGS` cannot be used, or a file is unsafe.
  init(
    options: [String], environment: [String: String], folders: XDGDirectories,
    cloud: CloudSelection, isRepair: Bool
  ) throws(Problem) {
    builtIn = try Self.builtIn()
    decidedByBuild = [Feature].all.compactMap(\.flags).map(\.decidedByBuild)
      .reduce(FlagOverrides()) { $0.merging($1) }
    self.cloud = cloud
    cloudFile = FileProvider(path: folders.flags(of: cloud.choice))
    riderFile = .flags(in: folders)
    do {
      self.options = try FlagOverrides(options)
    } catch {
      throw Self.badFlag("\(error)", .usage)
    }
    var problems: [Problem] = []
    var ofEnvironment: FlagOverrides?
    do {
      ofEnvironment = try FlagOverrides(parsing: environment["KOOBER_FLAGS"] ?? "")
    } catch {
      problems.append(Self.badFlag("KOOBER_FLAGS: \(error)", .configuration))
    }
    let ofRider = readFiles(&problems)
    // Files whose content makes no sense are left aside; what else is wrong may be a danger.
    if !isRepair, let problem = problems.first(where: { $0.code != "badFlags" }) { throw problem }
    for key in self.options.keys {
      try check(key, variant: self.options[key] ?? "", origin: "--flag", kind: .usage)
    }
    let chosen = Choices(
      environment: existing(in: ofEnvironment, origin: "KOOBER_FLAGS", &problems),
      rider: existing(in: ofRider, origin: riderFile.path, &problems), problems: problems)
    choices.withLock { $0 = chosen }
  }

  /// The errors in the places that choose flags; the faulty choices have no effect.
  var problems: [Problem] { choices.withLock { $0.problems } }

  /// The flags as they are now, for a scope that begins.
  var provider: LayeredProvider {
    let choices = choices.withLock { $0 }
    return LayeredProvider(
      [
        FlagLevel("build", overrides: decidedByBuild),
        FlagLevel(cloud.origin, overrides: cloud.decidedFlags),
        FlagLevel("--flag", overrides: options),
        FlagLevel("KOOBER_FLAGS", overrides: choices.environment),
        FlagLevel("user", overrides: choices.rider),
        FlagLevel("cloud", definitions: cloudFile),
      ] + builtIn.map { FlagLevel("built-in", definitions: $0) })
  }

  /// The cloud's definitions of this program's flags that the program cannot follow.
  var findings: [LintFinding] {
    let definitions = cloudFile.definitions
    return [Feature].all.registry(of: definitions.keys).problems(in: definitions)
  }

  func exists(_ key: String) -> Bool { provider.definitions(of: key) != nil }

  /// Reads the files again when they have changed, for a program that runs long.
  ///
  /// - Returns: The errors since the last call; the last valid content stays.
  func refresh() -> [Problem] {
    var problems: [Problem] = []
    let rider = readFiles(&problems).map { existing(in: $0, origin: riderFile.path, &problems) }
    return choices.withLock { choices in
      if let rider { choices.rider = rider }
      let new = problems.filter { !choices.problems.contains($0) }
      choices.problems += new
      return new
    }
  }

  /// Reads both files, and adds a problem for each that cannot be used.
  private func readFiles(_ problems: inout [Problem]) -> FlagOverrides? {
    if case .failed(let error) = cloudFile.refresh() { problems.append(error.problem) }
    return problems.collecting { () throws(Problem) in try riderFile.flags() }
  }

  /// The definitions that this build carries.
  static func builtIn() throws(Problem) -> [FlagDefinitions] {
    do {
      return try [Feature].all.compactMap(\.flags).map { (flags) throws(FlagDefinitionsError) in
        try flags.definitions()
      }
    } catch {
      throw Problem(
        .internalError, code: "brokenBuild",
        message: "The built-in flags cannot be used: \(error)", hint: "Build koober again.")
    }
  }

  private static func badFlag(_ message: String, _ kind: Problem.Kind) -> Problem {
    Problem(kind, code: "badFlag", message: message, hint: hint)
  }

  private static let hint = "See 'koober flags list' for the flags and their variants."

  /// Returns the choices that can be followed, and adds a problem for each of the others: a mistyped
  /// or retired flag must not be ignored silently, and must not lock the rider out.
  private func existing(
    in overrides: FlagOverrides?, origin: String, _ problems: inout [Problem]
  ) -> FlagOverrides {
    var existing = FlagOverrides()
    for key in overrides?.keys ?? [] {
      let variant = overrides?[key] ?? ""
      let isUsable: Void? = problems.collecting { () throws(Problem) in
        try check(key, variant: variant, origin: origin, kind: .configuration)
      }
      if isUsable != nil { existing[key] = variant }
    }
    return existing
  }

  /// The problem of a flag that does not exist, with those that may have been meant.
  func unknown(_ key: String, _ kind: Problem.Kind, message: String) -> Problem {
    let words = Suggestions.nearest(to: key, among: provider.keys)
    return Problem(
      kind, code: "unknownFlag", message: message,
      hint: words.isEmpty ? Self.hint : "\(Suggestions.question(for: words)) \(Self.hint)")
  }

  /// Checks that a flag has a variant, and that the chosen cloud leaves it to the rider.
  func check(_ key: String, variant: String, origin: String, kind: Problem.Kind) throws(Problem) {
    guard let variants = provider.definitions(of: key)?.variants(of: key) else {
      throw unknown(key, kind, message: "\(origin): there is no flag '\(key)'.")
    }
    guard variants.contains(variant) else {
      throw Problem(
        kind, code: "unknownVariant",
        message: "\(origin): the flag '\(key)' has no variant '\(variant)'.",
        hint: "Its variants are \(variants.joined(separator: ", ")).")
    }
    if let decided = decidedByBuild[key], decided != variant {
      throw Problem(
        kind, code: "decidedByBuild",
        message: "\(origin): '\(key)' is '\(decided)' in this build of koober.",
        hint: "It was compiled with a trait that decides it.")
    }
    if let decided = cloud.decidedFlags[key], decided != variant {
      throw Problem(
        kind, code: "decidedByCloud",
        message: "\(origin): '\(key)' is '\(decided)' at \(cloud.choice.argument).",
        hint: "A cloud on the network decides it; --cloud embedded leaves it to you.")
    }
  }
}

extension [Problem] {
  /// Returns the result of a body; `nil` when it throws a problem, which is added.
  fileprivate mutating func collecting<Result>(_ body: () throws(Problem) -> Result) -> Result? {
    do throws(Problem) {
      return try body()
    } catch {
      append(error)
      return nil
    }
  }
}

extension ChoiceFile {
  /// The variants that the rider has chosen with `koober flags set`.
  static func flags(in folders: XDGDirectories) -> ChoiceFile {
    ChoiceFile(
      path: folders.riderFlags, remedy: "Correct it; 'koober flags unset KEY' moves it aside.")
  }

  /// Returns the chosen variants by flag; none when there is no file.
  func flags() throws(Problem) -> FlagOverrides {
    let choices = try read { error in
      Problem(.badData, code: "badFlags", message: "\(path): \(error.reason).", hint: error.remedy)
    }
    return choices.reduce(into: FlagOverrides()) { $0[$1.key] = $1.value }
  }
}
