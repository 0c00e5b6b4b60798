import Basics

/// Returns a part of a link as text; refuses control characters, spaces and broken UTF-8.
func percentDecoded(_ encoded: Substring.UTF8View) throws(LinkSyntaxError) -> String {
  guard !encoded.contains(UInt8(ascii: " ")) else {
    throw LinkSyntaxError("it has a space; write it as %20")
  }
  let decoded: String
  do throws(PercentCoding.DecodingError) {
    decoded = try PercentCoding.decode(encoded)
  } catch {
    throw LinkSyntaxError(
      error == .notUTF8
        ? "its percent-encoded bytes are not UTF-8"
        : "a '%' is not followed by two hexadecimal digits")
  }
  guard !decoded.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
  else {
    throw LinkSyntaxError("it has a control character")
  }
  return decoded
}
