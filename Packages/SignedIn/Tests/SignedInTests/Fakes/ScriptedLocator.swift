import Core

@testable import SignedIn

/// Gives the answers of a test, in order; the last one again and again.
actor ScriptedLocator: Locator {
  private var answers: [Result<Location, FileFailure>]

  init(_ answers: [Result<Location, FileFailure>]) {
    self.answers = answers
  }

  func currentLocation() throws(FileFailure) -> Location {
    try (answers.count > 1 ? answers.removeFirst() : answers[0]).get()
  }
}
