import BasicsTesting
import Terminal
import TerminalTesting
import Testing

struct EventQueueTests {
  private let queue = EventQueue()

  @Test func `Events that have happened are handed over together`() async {
    queue.post([.key(.up)])
    queue.post([.key(.down)])

    #expect(await queue.next() == [.key(.up), .key(.down)])
  }

  @Test func `A waiting caller gets the next event`() async throws {
    let events = Task { [queue] in await queue.next() }
    queue.post([.key(.up)])

    #expect(try await events.outcome("an event") == [.key(.up)])
  }

  @Test func `Requests to redraw count once`() async {
    queue.post([.redraw])
    queue.post([.redraw, .redraw])

    #expect(await queue.next() == [.redraw])
  }

  @Test func `A cancelled wait ends and loses nothing`() async throws {
    let task = Task { [queue] in await queue.next() }
    task.cancel()

    #expect(try await task.outcome() == [])
    queue.post([.key(.up)])
    #expect(await queue.next() == [.key(.up)])
  }

  @Test func `After the end there is only the end`() async {
    queue.post([.key(.up), .ended])
    queue.post([.key(.down)])

    #expect(await queue.next() == [.key(.up), .ended])
    #expect(await queue.next() == [.ended])
    #expect(await queue.next() == [.ended])
  }
}
