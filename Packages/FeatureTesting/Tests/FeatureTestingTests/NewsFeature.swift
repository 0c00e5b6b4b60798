import Console
import Core
import CoreTesting
import FeatureTesting
import Observation
import ScopeTesting
import Terminal

/// What can be wrong with the scope of news.
enum Mistake: Sendable { case none, deaf, otherRequest }

/// The scope of news, right or wrong.
struct NewsContainer: Sendable {
  let cloud: any CloudTransport
  let services: SystemServices
  let mistake: Mistake

  @MainActor func makeScreen(navigator: Navigator) -> NewsScreen {
    let client = CloudClient(transport: cloud)
    return NewsScreen(
      liveEvents: LiveEvents(client: client, session: .johnny, services: services),
      isDeaf: mistake == .deaf, navigator: navigator)
  }
}

/// Counts what it is told.
@MainActor
@Observable
final class NewsScreen: NavigableScreen {
  let navigator: Navigator
  private let liveEvents: LiveEvents
  private let isDeaf: Bool
  private var count = 0

  init(liveEvents: LiveEvents, isDeaf: Bool, navigator: Navigator) {
    self.liveEvents = liveEvents
    self.isDeaf = isDeaf
    self.navigator = navigator
  }

  func work() async {
    for await step in liveEvents.steps(orAskEvery: .seconds(9)) where !isDeaf {
      if case .event(.friends) = step { count += 1 }
    }
  }

  private var text: Styled { "\(count) news" }
  var content: ScreenContent { ScreenContent(facts: [text]) }
  func draw(in frame: inout Frame) { frame.write([text], in: frame.region) }
  func handle(_ key: Key) { navigator.pop(self) }
}

/// Runs the commands of news.
struct NewsContext: ConsoleContext {
  let console: CommandConsole
  let container: NewsContainer
}

extension Command where Context == NewsContext {
  static let list = Command("list", summary: "List the news.") { _, context in
    let limit = context.container.mistake == .otherRequest ? "7" : "5"
    let response = try await context.container.cloud.send(
      CloudRequest(method: .get, path: ["news"], query: ["limit": limit]))
    try context.terminal.write("\(response.status)\n")
  }

  static let read = Command("read", summary: "Read the news.") { _, context in
    try context.terminal.write("None.\n")
  }
}
