import Cloud
import Commands
import Core
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
    return await tree.run(commandLine, on: options.console(on: terminal)) { invocation in
      let container = try AppContainer(
        dependency: dependency, options: options, terminal: terminal)
      do {
        try await invocation.run(CommandContext(container: container))
      } catch {
        await container.experimentEvents.deliver(to: container.coreContainer.cloudClient)
        throw error
      }
      await container.experimentEvents.deliver(to: container.coreContainer.cloudClient)
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
}
