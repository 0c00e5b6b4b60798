import SourceEvidence
import Testing

struct TemporaryFolderTests {
  @Test func `A folder is gone with its last reference, with what is in it`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try Files.write("text", to: "\(path)/file")
    #expect(try Files.text(of: "\(path)/file") == "text")

    folder = nil

    #expect(!Files.exists(path))
  }

  @Test func `A file that is not there is an error`() {
    #expect(throws: EvidenceError.self) { try Files.text(of: "/no/such/file") }
  }
}
