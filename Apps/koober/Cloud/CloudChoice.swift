import CoreHTTP
import Terminal

/// The clouds that can be used.
enum CloudChoice: Equatable {
  /// The cloud of this machine's user, on this machine.
  case embedded
  /// A cloud that many riders share.
  case network(CloudAddress)

  /// The address of a cloud on the network.
  private var address: CloudAddress? {
    if case .network(let address) = self { address } else { nil }
  }

  /// The prefix of the file names of a cloud on the network; `nil` for the embedded one.
  var fileName: String? { address?.fileName }

  /// Whether passwords are sent without encryption.
  var isExposed: Bool { address.map { !$0.isEncrypted && !$0.isLocal } ?? false }
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

  var argument: String { address?.description ?? "embedded" }
  static var valueName: String { "embedded|URL" }
  static var completion: Completion { .values(["embedded"]) }
}
