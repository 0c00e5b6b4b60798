import Core

/// The address of a PostgreSQL database; its description never has the password.
///
/// Source of the form: PostgreSQL, "Connection URIs", section 34.1.1.2.
struct PostgreSQLAddress: Sendable {
  let url: Secret
  let hasPassword: Bool
  let description: String

  /// Reads an address; `nil` for a text that is none.
  ///
  /// A user's name or password with a slash that is not percent-encoded is none either: the library
  /// would take a part of the password for a port, and say so in a message.
  init?(_ text: String) {
    guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
      return nil
    }
    let question = text.firstIndex(of: "?") ?? text.endIndex
    let place = text[text.index(text.startIndex, offsetBy: scheme.count)..<question]
    let slash = place.firstIndex(of: "/") ?? place.endIndex
    guard !place[slash...].contains("@"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    let at = place[..<slash].lastIndex(of: "@")
    let user = place[..<(at ?? place.startIndex)]
    let name = user.prefix { $0 != ":" }
    let parameters = text[question...].dropFirst().split(separator: "&")
    let open = parameters.filter { !$0.lowercased().contains("password") }
    url = Secret(text)
    hasPassword = name.endIndex != user.endIndex || open.count != parameters.count
    description =
      scheme + name + place[(at ?? place.startIndex)...]
      + (open.isEmpty ? "" : "?" + open.joined(separator: "&"))
  }
}
