import Core
import FoundationEssentials
import Testing

struct OutageTests {
  private let start = Date(timeIntervalSince1970: 1_767_225_600)
  private let failure = CloudError.unreachable(reason: "no route")

  @Test func `A failure that may pass is borne for a minute`() throws {
    var outage = Outage()

    try outage.bear(failure, at: start)
    try outage.bear(.foreign(status: 502, afterSeconds: nil), at: start + 59)

    #expect(throws: failure) { try outage.bear(failure, at: start + 60) }
  }

  @Test func `An answer ends an outage`() throws {
    var outage = Outage()
    try outage.bear(failure, at: start)

    outage.end()

    try outage.bear(failure, at: start + 60)
  }

  @Test func `A failure that will not pass is not borne`() {
    var outage = Outage()
    let refusal = CloudError.refused(ErrorResponse(.notSignedIn, message: "No.").error)

    #expect(throws: refusal) { try outage.bear(refusal, at: start) }
  }
}
