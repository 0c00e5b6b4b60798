import Basics

/// The seconds of each test target's last run, stored in the build folder.
package struct TestTimes: Sendable {
  private let path: String

  package init(root: String) { path = "\(root)/.build/mono/test-seconds.json" }

  /// By the test target's module name; empty when nothing was run yet.
  package var seconds: [String: Double] {
    let file = Files.read(path).flatMap { try? JSON.parse($0) }
    let members = file?.object?.members ?? []
    return Dictionary(
      members.compactMap { member in member.value.double.map { (member.name, $0) } }
    ) {
      $1
    }
  }

  /// Remembers what a run measured, and keeps what it did not run.
  package func record(_ report: BuildReport) throws(MonoError) {
    let measured = report.steps.reduce(into: [String: Double]()) {
      $0.merge($1.tests.seconds) { $1 }
    }
    if measured.isEmpty { return }
    let all = seconds.merging(measured) { $1 }
    try Files.write(JSON.object(all.mapValues { JSON.number($0) }).pretty, to: path)
  }
}
