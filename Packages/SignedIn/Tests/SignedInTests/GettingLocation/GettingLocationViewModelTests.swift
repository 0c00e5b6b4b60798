import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct GettingLocationViewModelTests {
  private actor Script: Locator {
    private var answers: [Result<Location, FileFailure>]

    init(_ answers: [Result<Location, FileFailure>]) {
      self.answers = answers
    }

    func currentLocation() throws(FileFailure) -> Location {
      try answers.removeFirst().get()
    }
  }

  @Test func `A failure offers a retry, which may succeed`() async {
    let failure = FileFailure(.corrupt, path: "/location", reason: "no location in it")
    let model = GettingLocationViewModel(
      locator: Script([.failure(failure), .success(.operaHouse)]))

    await model.locate()
    #expect(model.phase == .failed(failure))
    await model.locate()

    #expect(model.phase == .located(.operaHouse))
  }
}
