import BasicsTesting
import Core
import CoreTesting
import RideUI
import Terminal
import Testing

@MainActor
struct SilenceStatusTests {
  private let clock = ManualWallClock()
  private let answers = AnswerNotes()
  private let status: SilenceStatus

  init() { status = SilenceStatus(answers, wallClock: clock) }

  @Test func `A silence is told with its beginning, grows old and ends with an answer`()
    async throws
  {
    var told: [String] = []
    let following = Task { await status.follow { told.append($0) } }
    // The listener may come later.
    try await eventually("somebody listens") {
      answers.note(false)
      return status.status != nil
    }
    answers.note(true)
    try await eventually("the cloud answers") { status.status == nil }
    let time = Formatters.time(clock.now).dropFirst(11).prefix(5)
    clock.advance(by: .seconds(3))
    answers.note(false)
    try await eventually("the silence is seen") { status.age == 3 }
    #expect(status.status?.text == "No answer since \(time)")

    try await clock.waitForSleeper(of: .seconds(1))
    clock.advance(by: .seconds(61))
    try await eventually("the silence grows old") { status.age == 64 }

    answers.note(true)
    try await eventually("the silence ends") { status.status == nil && status.age == 0 }
    #expect(Set(told) == ["No answer since \(time).", "The cloud answers again."])
    following.cancel()
  }
}
