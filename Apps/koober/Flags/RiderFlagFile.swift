import Core
import FeatureFlags
import FoundationEssentials

/// The variants that the rider has chosen with `koober flags set`, as one JSON object.
struct RiderFlagFile: Sendable {
  private let file: PrivateFile
  var path: String { file.path }

  init(path: String) {
    file = PrivateFile(path: path)
  }

  /// Returns the chosen variants by flag; none when there is no file.
  func read() throws(Problem) -> FlagOverrides {
    do {
      guard let content = try file.read() else { return FlagOverrides() }
      let chosen = try JSONCoding.decode([String: String].self, from: content)
      var overrides = FlagOverrides()
      for (key, variant) in chosen { overrides[key] = variant }
      return overrides
    } catch let failure as FileFailure {
      throw failure.problem
    } catch {
      throw FileFailure(
        .corrupt, path: file.path, reason: "there are no flags in it",
        remedy: "Correct the file, or delete it to choose no variants."
      ).problem
    }
  }

  /// Chooses a variant, or none, for a flag.
  func set(_ key: String, to variant: String?) throws {
    var overrides = try read()
    overrides[key] = variant
    var chosen: [String: String] = [:]
    for key in overrides.keys { chosen[key] = overrides[key] }
    try file.write(JSONCoding.encode(chosen, pretty: true))
  }
}
