import CloudDomain
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct AuditStoreTests {
  private func event(
    _ second: Double, _ subject: AuditEvent.Subject, _ action: AuditEvent.Action = .signIn,
    count: Int = 1
  ) -> AuditEvent {
    AuditEvent(
      time: .noon + second, count: count, action: action, subject: subject,
      address: second == 0 ? nil : "192.0.2.7")
  }

  private func add(
    _ events: [AuditEvent], to store: SQLStore, keepingAfter oldest: Date = .noon - 1,
    share: Int = 10
  ) throws {
    for event in events {
      try store.addAuditEvent(event, keepingAfter: oldest, share: share, of: event.caller)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The newest events since a time are returned, newest first`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let events = [
        event(0, .rider(Identifier("ann"))), event(1, .emailHash("0a"), .signInFailure),
        event(2, .adminToken(name: "ada"), .flagsReplacement),
      ]
      try add(events, to: store)

      #expect(try store.auditEvents(since: .noon, limit: 9) == events.reversed())
      #expect(try store.auditEvents(since: .noon + 1, limit: 9) == [events[2], events[1]])
      #expect(try store.auditEvents(since: .noon, limit: 1) == [events[2]])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `What is repeated within an hour is one event with a count`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let ann = AuditEvent.Subject.rider(Identifier("ann"))
      let export = AuditEvent.Action.accountExport
      try add(
        [
          event(1, ann, export), event(2, ann, export), event(3, ann), event(4, ann, export),
          event(5, .rider(Identifier("bob")), export), event(3700, ann, export),
          event(6, .emailHash("0a"), .signInFailure), event(7, .emailHash("0b"), .signInFailure),
          event(8, .emailHash("0a"), .signInFailure),
        ], to: store)

      #expect(
        try store.auditEvents(since: .noon, limit: 99) == [
          event(3700, ann, export), event(8, .emailHash("0a"), .signInFailure, count: 2),
          event(7, .emailHash("0b"), .signInFailure),
          event(5, .rider(Identifier("bob")), export), event(4, ann, export, count: 3),
          event(3, ann),
        ])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A caller's events push out that caller's oldest ones only`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let kept = [
        event(0, .adminToken(name: "ada"), .flagsReplacement),
        event(1, .adminToken(name: "ada"), .flagsReplacement),
        event(2, .rider(Identifier("bob")), .passwordResetCreation),
        event(3, .rider(Identifier("bob"))),
      ]
      try add(kept, to: store)
      let hour = 3600.0
      try add(
        (1...9).map { event(Double($0) * hour, .rider(Identifier("ann"))) }, to: store, share: 3)
      try add(
        (10...19).map { event(Double($0), .emailHash("0\($0)"), .signInFailure) }, to: store,
        share: 3)
      try add(
        (1...5).map { event(Double($0) * hour, .rider(Identifier("bob")), .passwordResetCreation) },
        to: store,
        share: 3)

      let events = try store.auditEvents(since: .noon, limit: 99)
      #expect(events.suffix(4) == kept.reversed())
      #expect(events.count { $0.rider == Identifier("ann") } == 3)
      #expect(events.filter { $0.emailHash != nil }.map(\.emailHash) == ["019", "018", "017"])
      #expect(events.count { $0.action == .passwordResetCreation } == 6)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `One network of version 6 has one share`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let events = (1...9).map { number in
        AuditEvent(
          time: .noon + Double(number), action: .signInFailure, subject: .emailHash("0\(number)"),
          address: "2001:db8::\(number):\(number)")
      }

      try add(events, to: store, share: 4)

      #expect(try store.auditEvents(since: .noon, limit: 99) == events[5...].reversed())
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Old events are deleted, administrators' too`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let events = (0..<20).map {
        event(Double($0), .adminToken(name: "ada"), .flagsReplacement)
      }
      try add(events, to: store)
      let last = event(30, .rider(Identifier("bob")))

      try add([last], to: store, keepingAfter: .noon + 8)

      #expect(try store.auditEvents(since: .noon, limit: 99) == [last] + events[8...].reversed())
    }
  }
}
