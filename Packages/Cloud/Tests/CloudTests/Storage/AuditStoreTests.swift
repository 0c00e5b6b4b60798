import Core
import FoundationEssentials
import Testing

@testable import Cloud

struct AuditStoreTests {
  private func event(_ second: Double, _ subject: AuditEvent.Subject) -> AuditEvent {
    AuditEvent(
      time: .noon + second, action: .signIn, subject: subject,
      address: second == 0 ? nil : "192.0.2.7")
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The newest events since a time are returned, newest first`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let events = [
        event(0, .rider(Identifier("ann"))), event(1, .emailHash("0a")),
        event(2, .adminToken(name: "ada")),
      ]
      for event in events {
        try store.addAuditEvent(event, keepingAfter: .noon - 1, atMost: 10)
      }

      #expect(try store.auditEvents(since: .noon, limit: 9) == events.reversed())
      #expect(try store.auditEvents(since: .noon + 1, limit: 9) == [events[2], events[1]])
      #expect(try store.auditEvents(since: .noon, limit: 1) == [events[2]])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Old events and those that are too many are deleted`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let events = (0..<20).map { event(Double($0), .rider(Identifier("ann"))) }
      for event in events {
        try store.addAuditEvent(event, keepingAfter: .noon, atMost: 15)
      }
      #expect(try store.auditEvents(since: .noon, limit: 99) == events[5...].reversed())

      let last = event(30, .rider(Identifier("bob")))
      try store.addAuditEvent(last, keepingAfter: .noon + 12, atMost: 15)

      #expect(try store.auditEvents(since: .noon, limit: 99) == [last] + events[12...].reversed())
    }
  }
}
