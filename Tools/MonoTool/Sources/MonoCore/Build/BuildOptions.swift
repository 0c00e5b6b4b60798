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
}
