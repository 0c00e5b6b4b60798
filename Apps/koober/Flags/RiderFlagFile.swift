import Basics
import Core
import FeatureFlags
import FoundationEssentials
import Glibc

/// The variants that the rider has chosen with `koober flags set`, as one JSON object.
struct RiderFlagFile: Sendable {
  private let file: PrivateFile
  var path: String { file.path }

  init(path: String) {
    file = PrivateFile(path: path, followsLinks: true)
  }

  /// Returns the chosen variants by flag; none when there is no file.
  func read() throws(Problem) -> FlagOverrides {
    let content: [UInt8]?
    do throws(FileError) {
      content = try file.read()
    } catch {
      throw error.problem
    }
    do throws(FileError) {
      var overrides = FlagOverrides()
      for (key, variant) in try choices(in: content) { overrides[key] = variant }
      return overrides
    } catch {
      throw Problem(
        .badData, code: "badFlags", message: "\(path): \(error.reason).", hint: error.remedy)
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

  /// Chooses no variant for a flag; a file that makes no sense, or that other users can change, is moved aside.
  ///
  /// - Returns: Where the file was moved to.
  func unset(_ key: String) throws(FileError) -> String? {
    do throws(FileError) {
      try set(key, to: nil)
      return nil
    } catch {
      guard [.corrupt, .unsafe].contains(error.kind), error.path == file.path else { throw error }
      let damaged = "\(file.path).damaged"
      guard rename(file.path, damaged) == 0 else {
        throw FileError(errorNumber: errno, path: file.path)
      }
      return damaged
    }
  }

  private func choices(in content: [UInt8]?) throws(FileError) -> [String: String] {
    guard let content else { return [:] }
    do {
      return try JSONCoding.decode([String: String].self, from: Data(content))
    } catch {
      let reason = (error as? JSON.ParseError).map { "\($0)" } ?? "it has no object of texts"
      throw FileError(
        .corrupt, path: file.path, reason: reason,
        remedy: "Correct it; 'koober flags unset KEY' moves it aside.")
    }
  }
}
