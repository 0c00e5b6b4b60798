import Basics
import Core
import FeatureFlags
import FoundationEssentials

/// The variants that the rider has chosen with `koober flags set`, as one JSON object.
struct RiderFlagFile: Sendable {
  private let file: PrivateFile
  var path: String { file.path }

  init(path: String) {
    file = PrivateFile(path: path, followsLinks: true)
  }

  /// Returns the chosen variants by flag; none when there is no file.
  func read() throws(Problem) -> FlagOverrides {
    do throws(FileError) {
      var overrides = FlagOverrides()
      for (key, variant) in try choices(in: file.read()) { overrides[key] = variant }
      return overrides
    } catch {
      throw error.problem
    }
  }

  /// Chooses a variant, or none, for a flag; choices that are made at the same time are kept.
  func set(_ key: String, to variant: String?) throws(FileError) {
    try file.update { content throws(FileError) in
      var choices = try choices(in: content)
      choices[key] = variant
      do {
        return try Array(JSONCoding.encode(choices, pretty: true))
      } catch {
        throw FileError(.other, path: file.path, reason: "the flags cannot be encoded")
      }
    }
  }

  private func choices(in content: [UInt8]?) throws(FileError) -> [String: String] {
    guard let content else { return [:] }
    do {
      return try JSONCoding.decode([String: String].self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: file.path, reason: "there are no flags in it",
        remedy: "Correct the file, or delete it to choose no variants.")
    }
  }
}
