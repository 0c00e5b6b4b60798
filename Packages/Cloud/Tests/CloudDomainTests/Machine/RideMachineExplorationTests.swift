import Foundation
import Testing

@testable import CloudDomain

/// One after the other: each keeps a core busy, and other tests have real deadlines.
@Suite(.serialized) struct RideMachineExplorationTests {
  @Test func `Whatever a rider and two drivers do at whatever limit, no invariant breaks`()
    async throws
  {
    let exploration = await Exploration()

    if let finding = exploration.finding {
      Issue.record("\(finding.broken): \(finding.history)")
    }
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Cloud/Cloud.docc/Dispatch.md")
    let counts = "\(exploration.stateCount) states and \(exploration.transitionCount) transitions"
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(counts))
  }

  @Test(arguments: Mistake.all)
  func `A mistake is found by its invariant, with a shortest history`(
    mistake: Mistake
  ) async throws {
    let exploration = await Exploration(machine: mistake.machine)
    let finding = try #require(exploration.finding)

    #expect(finding.broken == mistake.broken)
    #expect(finding.history.count == mistake.steps, "\(finding.history)")
  }
}
