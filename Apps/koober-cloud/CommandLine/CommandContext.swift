import Cloud
import Commands
import Core
import Terminal

/// The context of a command: options, console and databases.
struct CommandContext: Sendable {
  let dependency: AppDependency
  let console: CommandConsole

  var terminal: any Terminal { console.terminal }

  /// Finds the database that a command line names.
  func database(_ values: ParsedValues) throws(Problem) -> DatabaseAddress {
    try DatabaseAddress(
      option: values[DatabaseOption.database], environment: dependency.environment)
  }

  /// Returns the cloud on a database, for a command that needs one connection.
  func cloud(on database: DatabaseAddress) -> CloudContainer {
    CloudContainer(
      dependencies: ServedCloud(
        dependency: dependency, database: database.open(connections: 1), workerCount: 1))
  }
}
