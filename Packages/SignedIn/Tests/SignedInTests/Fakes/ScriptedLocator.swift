import Basics
import Core

@testable import SignedIn

/// Gives the answers of a test, in order; the last one again and again.
actor ScriptedLocator: Locator {
  private var answers: [Result<Location, FileError>]

  init(_ answers: [Result<Location, FileError>]) {
    self.answers = answers
  }

  func currentLocation() throws(FileError) -> Location {
    try (answers.count > 1 ? answers.removeFirst() : answers[0]).get()
  }
}
