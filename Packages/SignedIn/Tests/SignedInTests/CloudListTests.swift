import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct CloudListTests {
  private let error = CloudError.unreachable(reason: "no route")

  @Test func `The list is loaded, also after a failure`() async {
    let list = makeList([.failure(error), .success([.sample()])])

    await list.load()
    #expect(list.failure == error)
    #expect(list.known == nil)
    await list.load()

    #expect(list.failure == nil)
    #expect(list.elements == [.sample()])
  }

  @Test func `After a failed renewal the last known elements stay`() async {
    let list = makeList([.success([.sample()]), .failure(error)])

    await list.load()
    await list.refresh()

    #expect(!list.isLoading)
    #expect(list.failure == error)
    #expect(list.elements == [.sample()])
  }

  private func makeList(_ answers: [Result<[Ride], CloudError>]) -> CloudList<Ride> {
    var answers = answers
    return CloudList { () throws(CloudError) in try answers.removeFirst().get() }
  }
}
