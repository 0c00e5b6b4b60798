/// A definition document in which a user pins flags to variants.
public struct FlagDocument: Sendable, Equatable {
  /// The document; always an object with an object of flags.
  public private(set) var json: JSONValue

  /// Creates a document without flags.
  public init() {
    json = ["flags": [:]]
  }

  /// Takes over a document.
  ///
  /// - Throws: ``FlagDefinitionsError`` when it is not an object with an object of flags.
  public init(_ json: JSONValue) throws(FlagDefinitionsError) {
    guard json.object?["flags"]?.object != nil else {
      throw .notDefinitions(problem: "it has no object of flags")
    }
    self.json = json
  }

  /// Pins a flag to one of its variants: the flag with all its variants, without targeting.
  ///
  /// - `definitions`: Where the flag is defined.
  /// - Throws: ``FlagPinError`` when there is no such flag or variant.
  public mutating func pin(
    _ key: String, to variant: String, from definitions: FlagDefinitions
  ) throws(FlagPinError) {
    guard let flag = definitions.flag(key) else { throw .unknownFlag(key: key) }
    guard flag.variants[variant] != nil else {
      throw .unknownVariant(variant, key: key, known: flag.variants.names)
    }
    set(
      [
        "state": "ENABLED", "variants": .object(flag.variants),
        "defaultVariant": .string(variant),
      ], for: key)
  }

  /// Removes a flag; returns whether it was there.
  public mutating func unpin(_ key: String) -> Bool {
    let wasPinned = json.object?["flags"]?.object?[key] != nil
    set(nil, for: key)
    return wasPinned
  }

  private mutating func set(_ flag: JSONValue?, for key: String) {
    var document = json.object ?? JSONObject()
    var flags = document["flags"]?.object ?? JSONObject()
    flags[key] = flag
    document["flags"] = .object(flags)
    json = .object(document)
  }
}

/// Why a flag cannot be pinned to a variant.
public enum FlagPinError: Error, Equatable, Sendable {
  /// There is no flag of this key.
  case unknownFlag(key: String)
  /// The flag has no such variant.
  case unknownVariant(String, key: String, known: [String])
}

extension FlagPinError: CustomStringConvertible {
  /// What is wrong, and what there is.
  public var description: String {
    switch self {
    case .unknownFlag(let key):
      "There is no flag \(JSONValue.string(key).serialized). List the flags to see their keys."
    case .unknownVariant(let variant, let key, let known):
      """
      The flag \(JSONValue.string(key).serialized) has no variant \
      \(JSONValue.string(variant).serialized). It has: \(known.joined(separator: ", ")).
      """
    }
  }
}
