public import Core
import FoundationEssentials
public import Observation
public import Terminal

/// Says on every screen since when the cloud has not answered, so that what is shown is old.
@MainActor @Observable public final class SilenceStatus: StatusProvider {
  /// The age of what is shown, in seconds; 0 while the cloud answers.
  public private(set) var age = 0
  private var since: Date?
  @ObservationIgnored private var lastAnswer: (time: Date, steadyTime: Date)?
  private let answers: AnswerNotes
  private let wallClock: any WallClock
  public let isSilent = true

  /// - Parameters:
  ///   - answers: What the requests to the cloud show of it.
  ///   - wallClock: Tells since when there is no answer.
  public init(_ answers: AnswerNotes, wallClock: any WallClock) {
    (self.answers, self.wallClock) = (answers, wallClock)
  }

  public var status: Styled? {
    since.map { Styled("No answer since \(Formatters.time($0).dropFirst(11).prefix(5))", .warning) }
  }

  public func follow(announce: @escaping @MainActor (String) -> Void) async {
    var aging: Task<Void, Never>?
    defer { aging?.cancel() }
    for await isAnswered in answers.listen() {
      if isAnswered {
        lastAnswer = (wallClock.now, wallClock.steadyNow)
        aging?.cancel()
        // An unchanged value is not set, so that nothing is drawn again.
        guard since != nil else { continue }
        (since, age) = (nil, 0)
        announce("The cloud answers again.")
      } else if since == nil {
        let last = lastAnswer ?? (wallClock.now, wallClock.steadyNow)
        since = last.time
        let grow = { [self] in age = Int(wallClock.steadyNow.timeIntervalSince(last.steadyTime)) }
        grow()
        if let status { announce("\(status.text).") }
        aging = Task { await wallClock.repeatedly(after: .seconds(1)) { grow() } }
      }
    }
  }
}

extension Navigator {
  /// The age of what the screens show, in seconds; 0 while the cloud answers.
  public var age: Int { statusProvider(SilenceStatus.self)?.age ?? 0 }
}
