import Basics
import Core
import FeatureFlags

/// The variants that the rider has chosen with `koober flags set`.
struct RiderFlagFile: Sendable {
  private let file: ChoiceFile
  var path: String { file.path }

  init(path: String) {
    file = ChoiceFile(path: path, remedy: "Correct it; 'koober flags unset KEY' moves it aside.")
  }

  /// Returns the chosen variants by flag; none when there is no file.
  func read() throws(Problem) -> FlagOverrides {
    let choices = try file.read { error in
      Problem(.badData, code: "badFlags", message: "\(path): \(error.reason).", hint: error.remedy)
    }
    var overrides = FlagOverrides()
    for (key, variant) in choices { overrides[key] = variant }
    return overrides
  }

  /// Chooses a variant for a flag; choices that are made at the same time are kept.
  func set(_ key: String, to variant: String) throws(FileError) {
    try file.set(key, to: variant)
  }

  /// Chooses no variant for a flag; a file that makes no sense, or that other users can change, is moved aside.
  ///
  /// - Returns: Where the file was moved to.
  func unset(_ key: String) throws(FileError) -> String? {
    try file.replace(key, with: nil)
  }
}
