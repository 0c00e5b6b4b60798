import Cloud
import CloudPostgreSQL
import Commands
import Core
import FoundationEssentials
import Terminal

enum DatabaseOption {
  static let database = Option<String?>(
    "database", kind: .standard.named("DATABASE"),
    help: "sqlite:PATH or postgresql://USER@HOST/NAME; without it, this user's own cloud.")
}

/// A database of a cloud; its description never has the password.
struct DatabaseAddress: Sendable {
  private enum Kind {
    case sqlite(path: String)
    case postgreSQL(PostgreSQLAddress)
  }

  static let variable = "KOOBER_CLOUD_DATABASE"
  private static let hint =
    "Write sqlite:PATH or postgresql://USER@HOST/NAME, and percent-encode "
    + "a password: %2F, %3F, %40 and %25 for /, ?, @ and %."

  private let kind: Kind

  /// Finds a database: the option's, else the environment's, else that of this machine's user.
  init(option: String?, environment: [String: String]) throws(Problem) {
    if let option {
      kind = try Self.read(option, from: "--database", else: .usage)
      if case .postgreSQL(let address) = kind, address.hasPassword { throw Self.openPassword }
    } else if let text = environment[Self.variable], !text.isEmpty {
      kind = try Self.read(text, from: Self.variable, else: .configuration)
    } else {
      kind = .sqlite(path: try XDGDirectories(environment: environment).cloud)
    }
  }

  var file: String? { if case .sqlite(let path) = kind { path } else { nil } }

  /// The flags' definitions beside the database's file.
  var flagsFile: String? {
    file.flatMap { file in file.lastIndex(of: "/").map { "\(file[...$0])flags.json" } }
  }

  /// Returns the database of the cloud; it is opened when first used.
  func open(connections: Int) -> CloudDatabase {
    switch kind {
    case .sqlite(let path): .sqlite(path: path, connections: connections)
    case .postgreSQL(let address): .postgreSQL(url: address.url.revealed, connections: connections)
    }
  }

  /// The text itself is not shown in a message: it may hold a password.
  private static func read(
    _ text: String, from origin: String, else kind: Problem.Kind
  ) throws(Problem) -> Kind {
    if text.hasPrefix("sqlite:"), text != "sqlite:" {
      return .sqlite(path: String(text.dropFirst("sqlite:".count)).asAbsolutePath)
    }
    guard let address = PostgreSQLAddress(text) else {
      throw Problem(kind, code: "badDatabase", message: "\(origin) names no database.", hint: hint)
    }
    return .postgreSQL(address)
  }

  private static var openPassword: Problem {
    Problem(
      .usage, code: "passwordInArguments",
      message: "--database holds a password, which everybody on this machine can see.",
      hint: "Leave it out and set PGPASSWORD or PGPASSFILE, or set \(variable) instead.")
  }
}

extension String {
  /// The path, below the working folder unless it is absolute.
  var asAbsolutePath: String {
    hasPrefix("/") ? self : "\(FileManager.default.currentDirectoryPath)/\(self)"
  }
}

extension DatabaseAddress: CustomStringConvertible {
  var description: String {
    switch kind {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgreSQL(let address): address.description
    }
  }
}
