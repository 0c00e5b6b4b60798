import Cloud
import Commands
import Core
import Terminal

/// The context of a command: options, console and databases.
struct CommandContext: ConsoleContext {
  let dependency: AppDependency
  let console: CommandConsole

  /// Finds the database that a command line names.
  func database(_ values: ParsedValues) throws(Problem) -> DatabaseAddress {
    try DatabaseAddress(
      option: values[DatabaseOption.database], environment: dependency.environment)
  }

  /// Returns the cloud on a database, for a command that needs one connection.
  ///
  /// - Parameter initialFlags: Counts as long as no flags were published.
  func cloud(on database: DatabaseAddress, initialFlags: FlagFile? = nil) -> CloudContainer {
    CloudContainer(
      dependencies: ServedCloud(
        dependency: dependency, database: database.open(connections: 1), workerCount: 1,
        initialFlags: initialFlags))
  }
}
