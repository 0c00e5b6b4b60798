import CoreHTTP
import Terminal

/// The clouds that can be used.
enum CloudChoice: Equatable {
  /// The cloud of this machine's user, on this machine.
  case embedded
  /// A cloud that many riders share.
  case network(CloudAddress)

  /// The prefix of the file names of a cloud on the network; `nil` for the embedded one.
  var fileName: String? {
    switch self {
    case .embedded: nil
    case .network(let address): address.fileName
    }
  }

  /// Whether passwords are sent without encryption.
  var isExposed: Bool {
    switch self {
    case .embedded: false
    case .network(let address): !address.isEncrypted && !address.isLocal
    }
  }
}

extension CloudChoice: CommandLineValue {
  init(argument: String) throws(InvalidValueError) {
    if argument == "embedded" {
      self = .embedded
      return
    }
    do {
      self = .network(try CloudAddress(parsing: argument))
    } catch {
      throw InvalidValueError("use 'embedded', or an address: \(error.description)")
    }
  }

  var argument: String {
    switch self {
    case .embedded: "embedded"
    case .network(let address): address.description
    }
  }

  static var valueName: String { "embedded|URL" }
  static var completion: Completion { .values(["embedded"]) }
}
