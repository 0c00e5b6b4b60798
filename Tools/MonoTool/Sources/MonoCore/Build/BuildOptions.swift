/// How packages are built and tests are run.
package struct BuildOptions: Sendable {
  /// `debug` or `release`.
  package var configuration = "debug"
  /// How long the tests of one step may take, in seconds.
  package var testLimit = 1800
  /// How long the tests of one target may take, in seconds; `nil` for no limit of their own.
  package var targetLimit: Int?
  /// How often tests are run; a failure ends it.
  package var rounds = 1
  /// Options for `swift build` and `swift test` as they are, such as `--sanitize thread`.
  package var passedOn: [String] = []

  package init() {}

  /// Those of the options that `swift build` knows, too.
  var passedOnToBuild: [String] {
    var known: [String] = []
    var isValue = false
    for option in passedOn {
      if isValue {
        isValue = false
      } else if let hasValue = Self.ofTests[Self.name(of: option)] {
        isValue = hasValue && !option.contains("=")
      } else {
        known.append(option)
      }
    }
    return known
  }

  /// Whether a run writes more than its result, so that a result from the cache is not enough.
  var writesFiles: Bool {
    passedOn.contains {
      ["--enable-code-coverage", "--xunit-output", "--attachments-path"].contains(Self.name(of: $0))
    }
  }

  /// Whether no option is for SwiftPM's way to run tests.
  var needsOnlyPrograms: Bool { !writesFiles && passedOn == passedOnToBuild }

  private static func name(of option: String) -> String { String(option.prefix { $0 != "=" }) }

  /// The options that only `swift test` knows, and whether a value follows.
  private static let ofTests = [
    "--parallel": false, "--no-parallel": false, "--num-workers": true, "--filter": true,
    "--skip": true, "--specifier": true, "--xunit-output": true, "--attachments-path": true,
    "--enable-testable-imports": false, "--disable-testable-imports": false,
    "--show-coverage-path": false, "--show-code-coverage-path": false, "--show-codecov-path": false,
  ]
}
