/// Returns the bytes with `%41` read as `A`; refuses control characters, spaces and broken UTF-8.
func percentDecoded(_ encoded: Substring.UTF8View) throws(LinkSyntaxError) -> String {
  var bytes: [UInt8] = []
  var rest = encoded
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%") {
      guard let high = rest.popFirst().flatMap(hexadecimalValue),
        let low = rest.popFirst().flatMap(hexadecimalValue)
      else {
        throw LinkSyntaxError("a '%' is not followed by two hexadecimal digits")
      }
      bytes.append(high << 4 | low)
    } else if byte == UInt8(ascii: " ") {
      throw LinkSyntaxError("it has a space; write it as %20")
    } else {
      bytes.append(byte)
    }
  }
  guard let decoded = String(validating: bytes, as: UTF8.self) else {
    throw LinkSyntaxError("its percent-encoded bytes are not UTF-8")
  }
  guard !decoded.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
  else {
    throw LinkSyntaxError("it has a control character")
  }
  return decoded
}

private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
