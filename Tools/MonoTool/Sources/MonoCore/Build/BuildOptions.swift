/// How packages are built and tests are run.
package struct BuildOptions: Sendable {
  /// `debug` or `release`.
  package var configuration = "debug"
  /// How long the tests of one step may take, in seconds.
  package var testLimit = 1800
  /// How long the tests of one target may take, in seconds; `nil` for no limit of their own.
  package var targetLimit: Int?
  /// Options for `swift build` as they are, such as `--sanitize thread`.
  package var passedOn: [String] = []

  package init() {}
}
