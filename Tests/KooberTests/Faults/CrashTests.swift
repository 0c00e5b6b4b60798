import Basics
import BasicsTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Processes that are killed, or whose disk is full, in the middle of their work.
struct CrashTests {
  private let home: TemporaryFolder
  private let koober: KooberProcess

  init() throws {
    home = try TemporaryFolder()
    koober = KooberProcess(home: home)
  }

  @Test(arguments: [5_000, 20_000, 50_000])
  func `An import that is killed keeps whole places, and the next one adds the others`(
    lines: Int
  ) async throws {
    let pipe = "\(home.path)/places.csv"
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open at both ends, so that neither side waits for the other to open it.
    let writer = try #require(FileHandle(forUpdatingAtPath: pipe))

    // The file has no end, so the process is in the middle of the import when it is killed. It has
    // read all but the last 64 KiB, which is what a pipe holds, once everything is written.
    let killed = try await koober.run(["places", "import", pipe]) { process in
      let text = places(lines)
      // A thread that tests share would keep all of them waiting for a slow import.
      TestThread.start {
        try? writer.write(contentsOf: text)
        process.signal(SIGKILL)
      }
    }
    try writer.close()

    #expect(killed.status == 128 + SIGKILL)
    let file = "\(home.path)/whole.csv"
    try places(lines).write(to: URL(filePath: file))
    let next = try await koober.run(["places", "import", file, "--json"])
    let summary = try JSONDecoder().decode(ImportSummary.self, from: Data(next.output.utf8))
    #expect(summary.imported > 0)
    #expect(summary.imported + summary.skipped == lines)
    #expect(summary.updated == 0)
  }

  @Test func `A full disk is reported with its path, and nothing is half done`() async throws {
    _ = try await koober.signUp()

    let outcome = try await koober.requestRide(largestFile: 1)

    #expect(outcome.status == 74)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("\(home.path)/data/cloud/cloud.sqlite"))
    #expect(try await koober.run(["ride", "history"]).output == "")
    #expect(try await koober.requestRide().status == 0)
  }

  private struct ImportSummary: Decodable {
    let imported: Int
    let updated: Int
    let skipped: Int
  }

  private func places(_ count: Int) -> Data {
    let lines = (0..<count).map { "p\($0),Wharf \($0),\(Double($0 % 90)),\(Double($0 % 180))\n" }
    return Data("id,name,latitude,longitude\n\(lines.joined())".utf8)
  }
}
