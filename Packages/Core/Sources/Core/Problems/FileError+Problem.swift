public import Basics

extension FileError: ProblemConvertible {
  public var problem: Problem {
    switch kind {
    case .full:
      makeProblem(.inputOutput, "diskFull", "Free some space there and try again.")
    case .notPermitted:
      makeProblem(.cannotCreate, "notPermitted", "Check who may write there, and try again.")
    case .missing:
      makeProblem(.noInput, "noSuchFile", "Check the path.")
    case .corrupt:
      makeProblem(.badData, "corruptFile", "Move the file away; a new one is made.")
    case .newerVersion:
      makeProblem(.configuration, "newerVersion", "Update koober, or use another KOOBER_HOME.")
    case .unsafe:
      makeProblem(.configuration, "unsafeFile", "Use a file or folder of your own.")
    case .busy:
      makeProblem(.tryAgainLater, "busy", "Another program is using it; try again.")
    case .other:
      makeProblem(.inputOutput, "inputOutput", "Check the path and the disk, and try again.")
    }
  }

  private func makeProblem(_ kind: Problem.Kind, _ code: String, _ hint: String) -> Problem {
    Problem(
      kind, code: code, message: "\(path): \(reason).", hint: remedy.isEmpty ? hint : remedy)
  }
}
