import Basics
import Core
import Glibc
import Testing

struct FileErrorProblemTests {
  @Test(arguments: [
    (ENOSPC, Problem.Kind.inputOutput), (EROFS, .inputOutput), (EACCES, .cannotCreate),
    (ENOENT, .noInput), (EBUSY, .tryAgainLater), (EIO, .inputOutput),
  ])
  func `Each failure of the disk names the path and its kind`(
    errorNumber: Int32, kind: Problem.Kind
  ) {
    let problem = FileError(errorNumber: errorNumber, path: "/disk/file").problem

    #expect(problem.kind == kind)
    #expect(problem.message.hasPrefix("/disk/file: "))
    #expect(!problem.hint.isEmpty)
  }
}
