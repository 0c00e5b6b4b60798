import Cloud
import Core
import FoundationEssentials
import Terminal

/// One run of `koober`: reads the command line, runs the command, reports how it ended.
struct Program: Sendable {
  let dependency: AppDependency

  /// Runs a command line and returns the exit status.
  @MainActor
  func run(_ arguments: [String]) async -> Int32 {
    if arguments.first == CloudAccess.serverCommand {
      return await serveCloud(routeModel: arguments.dropFirst().first ?? "")
    }
    let tree = CommandTree.koober(dependency: dependency)
    let commandLine = tree.parse(arguments)
    let options = GlobalOptions(commandLine.globals)
    let terminal = dependency.makeTerminal(options.color)
    do {
      try await perform(commandLine.request, of: tree, options: options, terminal: terminal)
      try terminal.flush()
      return 0
    } catch {
      return end(Ending(error), options: options, terminal: terminal)
    }
  }

  @MainActor
  private func perform(
    _ request: ParsedCommandLine<CommandContext>.Request, of tree: CommandTree<CommandContext>,
    options: GlobalOptions, terminal: any Terminal
  ) async throws {
    switch request {
    case .run(let invocation):
      let container = try AppContainer(
        dependency: dependency, options: options, terminal: terminal)
      do {
        try await invocation.run(CommandContext(container: container))
      } catch {
        await container.experimentEvents.deliver(to: container.coreContainer.cloudClient)
        throw error
      }
      await container.experimentEvents.deliver(to: container.coreContainer.cloudClient)
    case .print(let page):
      let text = tree.text(of: page, width: terminal.capabilities.size.columns)
      guard options.output == .json else { return try terminal.write(text) }
      let json = try JSONCoding.encode(PageDocument(page, of: tree, text: text), pretty: true)
      try terminal.write(String(decoding: json, as: UTF8.self) + "\n")
    case .complete(let request):
      try terminal.write(await tree.completions(for: request))
    case .usageError(let error):
      throw error
    }
  }

  /// Serves the cloud to the process that started this one.
  @MainActor
  private func serveCloud(routeModel: String) async -> Int32 {
    do {
      let cloud = EmbeddedCloud(
        folders: try Folders(environment: dependency.environment), dependency: dependency,
        routeModel: Substitutions.makeRouteModel(routeModel))
      let router = CloudContainer(dependencies: cloud).makeRouter()
      try await CloudServer(router: router, terminal: dependency.makeTerminal(.never)).run()
      return 0
    } catch {
      return Ending(error).status
    }
  }

  /// Reports how the run ended; a standard error that cannot be written leaves only the status.
  private func end(_ ending: Ending, options: GlobalOptions, terminal: any Terminal) -> Int32 {
    guard let problem = ending.problem else { return ending.status }
    switch options.output {
    case .text:
      let message = problem.message.split(separator: "\n").map { Styled(String($0)) }
      try? terminal.writeErrorLine("\("koober:", .error) \(message.first ?? "")")
      for line in message.dropFirst() { try? terminal.writeErrorLine(line) }
      if !problem.hint.isEmpty { try? terminal.writeErrorLine(Styled(problem.hint)) }
    case .json:
      if let json = try? JSONCoding.encode(ErrorDocument(problem)) {
        try? terminal.writeError(String(decoding: json, as: UTF8.self) + "\n")
      }
    }
    return ending.status
  }
}
