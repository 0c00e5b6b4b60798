import Basics
public import FoundationEssentials

/// The form of JSON that the cloud, the stored files and the command line share: times in ISO 8601
/// UTC, keys sorted, slashes as they are.
public enum JSONCoding {
  /// Returns a value as a JSON document.
  public static func encode(_ value: some Encodable, pretty: Bool = false) throws -> Data {
    try JSON.encode(value, pretty ? [.pretty, .sortedKeys] : .sortedKeys)
  }

  /// Reads a value; throws `JSON.ParseError` for what is no JSON, `DecodingError` for another document.
  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSON.decode(type, from: data)
  }
}
