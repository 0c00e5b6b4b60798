public import Basics

/// The metadata of a flag: its own over that of its flag set.
public struct FlagMetadata: Sendable {
  private let own: JSON.Object
  private let shared: JSON.Object

  public init() { self.init(own: JSON.Object(), shared: JSON.Object()) }

  /// Metadata of a flag over that of its set; both hold texts, numbers and booleans.
  init(own: JSON.Object, shared: JSON.Object) {
    self.own = own
    self.shared = shared
  }

  /// The texts, numbers and booleans of a definition's `metadata`; anything else is left out.
  static func usable(_ json: JSON?) -> JSON.Object {
    var usable = JSON.Object()
    for member in json?.object?.members ?? [] {
      switch member.value {
      case .string, .number, .boolean: usable[member.name] = member.value
      default: continue
      }
    }
    return usable
  }

  /// The texts, numbers and booleans by their names.
  public var json: JSON.Object {
    if own.isEmpty { return shared }
    var merged = shared
    for member in own.members { merged[member.name] = member.value }
    return merged
  }
}

extension FlagMetadata: Equatable {
  public static func == (left: FlagMetadata, right: FlagMetadata) -> Bool {
    left.json == right.json
  }
}
