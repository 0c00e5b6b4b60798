import Synchronization
import Testing

@testable import Cloud

struct WorkerPoolTests {
  @Test func `Jobs give their results`() async {
    let workers = WorkerPool(count: 2, waiting: 100)

    let results = await withTaskGroup { group in
      for number in 0..<50 { group.addTask { await workers.run { number * 2 } } }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(results.compactMap(\.self).sorted() == (0..<50).map { $0 * 2 })
  }

  @Test func `A job too many is refused, the others run in order`() async {
    let workers = WorkerPool(count: 1, waiting: 2)
    let gate = Mutex(())
    let order = Mutex<[Int]>([])
    let accepted = Mutex<[Bool]>([])

    await withCheckedContinuation { lastIsDone in
      gate.withLock { _ in
        for number in 0..<4 {
          let isAccepted = workers.start {
            gate.withLock { _ in }
            order.withLock { $0.append(number) }
            if number == 2 { lastIsDone.resume() }
          }
          accepted.withLock { $0.append(isAccepted) }
        }
      }
    }

    #expect(accepted.withLock { $0 } == [true, true, true, false])
    #expect(order.withLock { $0 } == [0, 1, 2])
  }
}
