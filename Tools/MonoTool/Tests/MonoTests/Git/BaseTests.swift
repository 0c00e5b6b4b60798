import Basics
import Testing

@testable import mono

/// Where a change starts, in the clones that developers and CI services make.
struct BaseTests {
  private let origin: TemporaryFolder

  /// A repository whose branch `work` has one commit more than `main`, and a merge of both.
  init() throws {
    origin = try TemporaryFolder()
    try origin.git("init", "-q", "-b", "main")
    try commit("first")
    try commit("second")
    try origin.git("checkout", "-q", "-b", "work")
    try commit("work")
    try origin.git("checkout", "-q", "main")
    try commit("third")
    try origin.git("checkout", "-q", "--detach")
    try origin.git("merge", "-q", "--no-ff", "-m", "merge", "work")
    try origin.git("update-ref", "refs/pull/1/merge", "HEAD")
    try origin.git("checkout", "-q", "main")
  }

  @Test func `The checkout of a CI service without history has no base`() throws {
    let clone = try checkout(depth: 1)

    let error = #expect(throws: MonoError.self) { try base(clone) }

    #expect(error?.exitStatus == 1)
    #expect(error?.hint.contains("fetch-depth: 0") == true)
    #expect(error?.hint.contains("git fetch --unshallow") == true)
    let missing = #expect(throws: MonoError.self) { try base(clone, named: "HEAD~1") }
    #expect(missing?.exitStatus == 1 && missing?.hint.contains("--unshallow") == true)
  }

  @Test func `An unknown base and one of another history are usage errors`() throws {
    let unknown = #expect(throws: MonoError.self) { try base(origin, named: "no-such-ref") }
    #expect(unknown?.exitStatus == 64 && unknown?.hint.contains("git fetch") == true)
    try origin.git("checkout", "-q", "--orphan", "other")
    try commit("another beginning")

    let other = #expect(throws: MonoError.self) { try base(origin, named: "main") }

    #expect(other?.exitStatus == 64 && other?.message.contains("no common history") == true)
  }

  @Test func `A default branch with another name is found`() throws {
    try origin.git("branch", "-m", "main", "develop")

    let clone = try clone("--branch", "work")

    #expect(try base(clone).name == "origin/develop")
  }

  @Test func `A shallow clone of the default branch has no base, with open edits or without`()
    throws
  {
    let clone = try clone("--depth", "1")
    #expect(throws: MonoError.self) { try base(clone) }
    try clone.write("edit", to: "second")

    let error = #expect(throws: MonoError.self) { try base(clone) }

    #expect(error?.message.contains("shallow") == true)
  }

  @Test func `On the default branch only a developer's open edits are a change`() throws {
    let clone = try clone()
    let error = #expect(throws: MonoError.self) { try base(clone) }
    #expect(error?.exitStatus == 1)
    #expect(error?.hint.contains("--base HEAD~1") == true)

    try clone.write("edit", to: "second")

    #expect(try base(clone).commit == hash("main"))
    #expect(throws: MonoError.self) { try base(clone, isService: true) }
    try clone.git("checkout", "-q", "--detach")
    #expect(throws: MonoError.self) { try base(clone) }
    let head = try base(clone, named: "HEAD")
    #expect(try head.commit == hash("main") && head.text.contains("HEAD itself"))
    #expect(try base(clone, isService: true, named: "HEAD") == head)
    let refused = #expect(throws: MonoError.self) {
      try base(clone, isService: true, named: "main")
    }
    #expect(refused?.exitStatus == 1)
  }

  @Test func `The only branch of a repository without a remote is its default branch`() throws {
    let folder = try TemporaryFolder()
    try folder.git("init", "-q", "-b", "odd")
    #expect(throws: MonoError.self) { try base(folder) }
    try folder.write("1", to: "file")
    try folder.commit()
    try folder.write("2", to: "file")

    #expect(try base(folder).name == "odd")
  }

  private func base(
    _ folder: TemporaryFolder, isService: Bool = false, named ref: String? = nil
  ) throws -> Base { try Repository(root: folder.path).base(ref, isService: isService) }

  private func commit(_ name: String) throws {
    try origin.write(name, to: name)
    try origin.commit(name)
  }

  private func hash(_ name: String) throws -> String {
    try Repository(root: origin.path).line(["rev-parse", name]) ?? ""
  }

  private func clone(_ options: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let url = "file://\(origin.path)"
    let result = try Tool.run("git", ["clone", "-q"] + options + [url, folder.path])
    #expect(result.status == .exited(0), "\(result.errorText)")
    return folder
  }

  /// What actions/checkout does for a pull request.
  private func checkout(depth: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.git("init", "-q")
    try folder.git("remote", "add", "origin", "file://\(origin.path)")
    let reference = "refs/pull/1/merge:refs/remotes/pull/1/merge"
    try folder.git("fetch", "-q", "--depth=\(depth)", "origin", "+\(reference)")
    try folder.git("checkout", "-q", "--force", "refs/remotes/pull/1/merge")
    return folder
  }
}
