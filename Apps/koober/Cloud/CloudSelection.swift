import Basics
import Commands
import Core
import CoreHTTP
import FeatureFlags
import FoundationEssentials
import Glibc
import Terminal

/// The cloud of this run and the source of that choice:
/// `--cloud` > `KOOBER_CLOUD` > the file `cloud.json` in the configuration folder > embedded.
struct CloudSelection: Sendable {
  let choice: CloudChoice
  /// Where the choice was made; "built-in" when it was made nowhere.
  let origin: String
  /// A file with the certificates to trust instead of the machine's.
  let certificateAuthority: String?

  /// Looks for the choice.
  ///
  /// - Throws: ``Problem`` when a place holds something that is no choice.
  init(
    options: GlobalOptions, environment: [String: String], folders: XDGDirectories
  ) throws(Problem) {
    let file = try CloudFile(path: folders.cloudChoice)
    if let cloud = options.cloud {
      (choice, origin) = (cloud, "--cloud")
    } else if let text = environment["KOOBER_CLOUD"], !text.isEmpty {
      (choice, origin) = (try Self.choice(text, from: "KOOBER_CLOUD"), "KOOBER_CLOUD")
    } else if let text = file.cloud {
      (choice, origin) = (try Self.choice(text, from: file.path), file.path)
    } else {
      (choice, origin) = (.embedded, "built-in")
    }
    let variable = environment["KOOBER_CLOUD_CA"].flatMap { $0.isEmpty ? nil : $0 }
    certificateAuthority = options.cloudAuthority ?? variable ?? file.certificateAuthority
    if !options.allowsInsecureHTTP, environment["KOOBER_INSECURE_HTTP"] != "1" {
      try requirePrivacy()
    }
    try requireAuthority()
  }

  /// Refuses to send passwords and sessions where others can read them.
  private func requirePrivacy() throws(Problem) {
    guard choice.isExposed else { return }
    throw Problem(
      .configuration, code: "unencrypted",
      message: "\(choice.argument) is not encrypted: others can read passwords on their way to it.",
      hint: "Use an address with https, or pass --insecure-http (KOOBER_INSECURE_HTTP=1).")
  }

  private static func choice(_ text: String, from origin: String) throws(Problem) -> CloudChoice {
    do {
      return try CloudChoice(argument: text)
    } catch {
      throw Problem(
        .configuration, code: "badCloud", message: "\(origin) names no cloud: \(error.reason).",
        hint: "Correct it, or choose with --cloud.")
    }
  }

  private func requireAuthority() throws(Problem) {
    guard case .network = choice, let file = certificateAuthority, access(file, R_OK) != 0 else {
      return
    }
    throw FileError(errorNumber: errno, path: file).problem
  }

  /// The flags that a cloud on the network decides, above all other levels: it is reached over HTTP
  /// and plans its routes itself.
  var decidedFlags: FlagOverrides {
    guard case .network = choice else { return FlagOverrides() }
    return [cloudTransportMaker.flag: "http", routeModel.flag: routeModel.defaultVariant]
  }
}

/// The file `cloud.json` of the configuration folder.
private struct CloudFile {
  private struct Content: Decodable {
    var cloud: String?
    var certificateAuthority: String?
  }

  let path: String
  let cloud: String?
  let certificateAuthority: String?

  init(path: String) throws(Problem) {
    self.path = path
    do {
      let content = try PrivateFile(path: path, followsLinks: true).read()
        .map { try JSONCoding.decode(Content.self, from: Data($0)) }
      cloud = content?.cloud
      certificateAuthority = content?.certificateAuthority
    } catch let failure as FileError {
      throw failure.problem
    } catch {
      throw FileError(
        .corrupt, path: path, reason: "there is no choice of a cloud in it",
        remedy: #"Write {"cloud": "https://…"}, or delete it to use the embedded cloud."#
      ).problem
    }
  }
}
