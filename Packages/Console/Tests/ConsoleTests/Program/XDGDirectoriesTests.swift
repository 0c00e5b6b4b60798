import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Console

struct XDGDirectoriesTests {
  @Test func `KOOBER_HOME takes everything`() throws {
    let folders = try XDGDirectories(environment: ["KOOBER_HOME": "/k", "XDG_DATA_HOME": "/x"])

    #expect(folders.config == "/k/config")
    #expect(folders.state == "/k/state")
    #expect(folders.cloud == "/k/data/cloud/cloud.sqlite")
    #expect(folders.cloudFlags == "/k/data/cloud/flags.json")
  }

  @Test func `Without it the XDG folders are used, relative ones ignored`() throws {
    let folders = try XDGDirectories(
      environment: ["HOME": "/h", "XDG_DATA_HOME": "/x", "XDG_STATE_HOME": "relative"])

    #expect(folders.data == "/x/koober")
    #expect(folders.config == "/h/.config/koober")
    #expect(folders.state == "/h/.local/state/koober")
  }

  @Test func `A relative KOOBER_HOME is refused`() {
    let problem = #expect(throws: Problem.self) {
      try XDGDirectories(environment: ["KOOBER_HOME": "k", "HOME": "/h"])
    }
    #expect(problem?.kind == .configuration)
    #expect(problem?.message == "KOOBER_HOME is 'k', a relative path.")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
  func `Without any home the configuration is wrong`(environment: [String: String]) {
    #expect(throws: Problem.self) { try XDGDirectories(environment: environment) }
  }

  @Test func `A folder that can be made counts as writable`() throws {
    let folder = try TemporaryFolder()
    let file = PrivateFile(path: "\(folder.path)/file")
    try file.write([])

    #expect(throws: Never.self) { try XDGDirectories.requireWritable("\(folder.path)/a/b") }
    #expect(throws: FileError.self) { try XDGDirectories.requireWritable("\(file.path)/a/b") }
  }
}
