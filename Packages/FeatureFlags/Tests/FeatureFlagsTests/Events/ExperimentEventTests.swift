import Basics
@testable import FeatureFlags
import Testing

struct ExperimentEventTests {
  @Test(
    arguments: [
      (
        ExperimentEvent.Kind.exposure(flag: "ui", variant: "new", origin: "cloud"),
        #"""
        {"id":"7","subject":"rider","at":1700000000123,"type":"exposure","flag":"ui",\#
        "variant":"new","origin":"cloud"}
        """#
      ),
      (
        .exposure(flag: "ui", variant: "new", origin: "cloud", segment: "wide"),
        #"""
        {"id":"7","subject":"rider","at":1700000000123,"type":"exposure","flag":"ui",\#
        "variant":"new","origin":"cloud","segment":"wide"}
        """#
      ),
      (
        .conversion(name: "shared"),
        #"{"id":"7","subject":"rider","at":1700000000123,"type":"conversion","name":"shared"}"#
      ),
      (
        .conversion(name: "ride_completed", value: -1250),
        #"""
        {"id":"7","subject":"rider","at":1700000000123,"type":"conversion",\#
        "name":"ride_completed","value":-1250}
        """#
      ),
    ])
  func `An event is written and read again`(kind: ExperimentEvent.Kind, text: String) throws {
    let event = ExperimentEvent(
      id: "7", subject: "rider", milliseconds: 1_700_000_000_123, kind: kind)

    #expect(event.json.serialized() == text)
    #expect(ExperimentEvent(try JSON(parsing: text)) == event)
  }

  @Test(arguments: [
    "[]", "{}", #"{"id":"7","subject":"r","at":1.5,"type":"conversion","name":"x"}"#,
    #"{"id":"7","subject":"r","at":1,"type":"else","name":"x"}"#,
    #"{"id":"7","subject":"r","at":1,"type":"exposure","flag":"f","variant":"v"}"#,
    #"{"id":7,"subject":"r","at":1,"type":"conversion","name":"x"}"#,
    #"{"id":"7","subject":"r","at":1e300,"type":"conversion","name":"x"}"#,
    #"{"id":"7","subject":"r","at":1,"type":"conversion"}"#,
    #"{"id":"7","subject":"r","at":1,"type":"conversion","name":"x","value":1.5}"#,
    #"{"id":"7","subject":"r","at":1,"type":"conversion","name":"x","value":"1"}"#,
  ])
  func `What is no event is not read`(text: String) throws {
    #expect(ExperimentEvent(try JSON(parsing: text)) == nil)
  }

  @Test func `Events of the system have unique identifiers and the current time`() {
    let events = (0..<100).map { _ in
      EventFactory.system.event(.conversion(name: "x"), subject: "s")
    }

    #expect(Set(events.map(\.id)).count == 100)
    #expect(events.allSatisfy { $0.id.utf8.count == 32 })
    #expect(events.allSatisfy { $0.milliseconds > 1_700_000_000_000 })
  }
}
