import Basics
import Cloud
import CloudPostgreSQL
import CloudStore
import Console
import Core
import FoundationEssentials
import Terminal

enum DatabaseOption {
  static let database = Option<String?>(
    "database", kind: .standard.named("DATABASE"),
    help: "sqlite:PATH or postgresql://USER@HOST/NAME; without it, this user's own cloud.")
}

/// A database of a cloud; its description never has the password.
struct DatabaseAddress: Sendable, CustomStringConvertible {
  private enum Kind {
    case sqlite(path: String)
    case postgreSQL(PostgreSQLAddress)
  }

  static let variable = "KOOBER_CLOUD_DATABASE"
  private static let hint =
    "Write sqlite:PATH or postgresql://USER@HOST/NAME, and percent-encode "
    + "a password: %2F, %3F, %40 and %25 for /, ?, @ and %."

  private let kind: Kind
  /// Whether an option or the environment names it.
  let isChosen: Bool

  /// Finds a database: the option's, else the environment's, else that of this machine's user.
  init(option: String?, environment: [String: String]) throws(Problem) {
    let variable = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    isChosen = option != nil || variable != nil
    if let option {
      kind = try Self.read(option, from: "--database", else: .usage)
      if case .postgreSQL(let address) = kind, address.hasPassword {
        throw Problem(
          .usage, code: "passwordInArguments",
          message: "--database holds a password, which everybody on this machine can see.",
          hint: "Leave it out and set PGPASSWORD or PGPASSFILE, or set \(Self.variable) instead.")
      }
    } else if let text = variable {
      kind = try Self.read(text, from: Self.variable, else: .configuration)
    } else {
      kind = .sqlite(path: try XDGDirectories(environment: environment).cloud)
    }
  }

  var description: String {
    switch kind {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgreSQL(let address): address.description
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
}

extension String {
  /// The path, below the working folder unless it is absolute.
  var asAbsolutePath: String {
    hasPrefix("/") ? self : "\(FileManager.default.currentDirectoryPath)/\(self)"
  }
}

/// The address of a PostgreSQL database; its description never has the password.
///
/// The reader is stricter than libpq, whose messages quote what it cannot read: a part of a
/// password, for example, that has a character which is not percent-encoded. Source of the form:
/// PostgreSQL, "Connection URIs", section 34.1.1.2; RFC 3986.
struct PostgreSQLAddress: Sendable {
  private static let parameters: Set<Substring> = [
    "application_name", "channel_binding", "gssencmode", "host", "hostaddr", "krbsrvname",
    "options", "passfile", "password", "port", "require_auth", "sslcert", "sslcrl", "sslkey",
    "sslmode", "sslpassword", "sslrootcert", "ssl_min_protocol_version", "target_session_attrs",
    "user",
  ]
  private static let secretParameters: Set<Substring> = ["password", "sslpassword"]

  let url: Secret
  let hasPassword: Bool
  let description: String

  /// Parses an address; `nil` for an invalid one.
  init?(_ text: String) {
    guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix)
    else { return nil }
    let (place, query) = Self.cut(
      text[text.index(text.startIndex, offsetBy: scheme.count)...], at: "?")
    let (authority, database) = Self.cut(place, at: "/")
    let at = authority.lastIndex(of: "@")
    let (user, password) = Self.cut(authority[..<(at ?? authority.startIndex)], at: ":")
    let hosts = at.map { authority[authority.index(after: $0)...] } ?? authority
    let parameters = query?.split(separator: "&", omittingEmptySubsequences: false) ?? []
    guard Self.isEncoded(user), Self.isEncoded(password ?? "", and: ":"),
      Self.isEncoded(database ?? ""),
      hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(Self.isHost),
      parameters.allSatisfy(Self.isParameter)
    else { return nil }
    let open = parameters.filter { !Self.secretParameters.contains(Self.cut($0, at: "=").0) }
    url = Secret(text)
    hasPassword = password != nil || open.count != parameters.count
    let shown = open.joined(separator: "&")
    description =
      "\(scheme)\(user)\(at == nil ? "" : "@")\(hosts)\(database.map { "/\($0)" } ?? "")"
      + (shown.isEmpty ? "" : "?\(shown)")
  }

  /// The text before a separator, and the text after it, if there is one.
  private static func cut(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
    guard let index = text.firstIndex(of: separator) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }

  /// Whether all characters are allowed or percent-encoded.
  private static func isEncoded(_ text: Substring, and others: String = "") -> Bool {
    let escapes = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return escapes.dropFirst().allSatisfy { escape in
      let byte = Hexadecimal.decode(escape.prefix(2))
      return byte?.count == 1 && byte != [0]
    }
      && text.allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber)
          || "%-._~!$&'()*+,;=".contains(character) || others.contains(character)
      }
  }

  /// A name, an address, one in brackets, or an encoded folder, and a port.
  private static func isHost(_ text: Substring) -> Bool {
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    let (name, port) = cut(text[(end ?? text.startIndex)...], at: ":")
    guard port?.isEmpty != true, port?.allSatisfy({ $0.isASCII && $0.isNumber }) != false
    else { return false }
    return end.map { isEncoded(text[..<$0].dropFirst(), and: ":") && name == "]" }
      ?? isEncoded(name)
  }

  private static func isParameter(_ text: Substring) -> Bool {
    let (name, value) = cut(text, at: "=")
    return parameters.contains(name) && value.map { isEncoded($0, and: "/:") } == true
  }
}
