import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Auth

/// The contract that every coder of sessions keeps.
struct UserSessionCodingTests {
  static let coders: [any UserSessionCoding] = [
    PropertyListUserSessionCoder(), JSONUserSessionCoder(),
  ]

  @Test(arguments: coders)
  func `A session comes back as it was`(coder: any UserSessionCoding) throws {
    let content = try coder.encode(.johnny)

    #expect(try coder.decode(content) == .johnny)
  }

  @Test(arguments: coders)
  func `Half a session is no session`(coder: any UserSessionCoding) throws {
    let content = try coder.encode(.johnny)

    #expect(throws: (any Error).self) {
      try coder.decode(content.prefix(content.count / 2))
    }
  }
}
