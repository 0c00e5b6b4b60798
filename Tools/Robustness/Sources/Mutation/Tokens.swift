/// Texts and numbers that parsers are often wrong about.
enum Tokens {
  static let numbers = [
    "0", "-0", "-1", "1e308", "1e309", "-1e309", "1e-400", "9007199254740992", "2147483648",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "0.1", "00", "1.", ".5", "1e", "NaN", "Infinity", "0x10", "1_000",
    "9223372036854775757", "9223372036854775748", "90.0000001", "180.0000001",
  ]

  static let all: [[UInt8]] =
    numbers.map { Array($0.utf8) } + texts.map { Array($0.utf8) } + [
      [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF],
      [0xFE, 0xFF], [0x1B, 0x5B], [0x80], [0xE2, 0x80],
    ]

  private static let texts = [
    "null", "true", "false", "{}", "[]", "\"\"", "\"", "\\", "\\u0000", "\\ud800", "\\ud83d\\ude00",
    "{", "}", "[", "]", ",", ":", "\r\n", "\n", "\t", "\r", " ", "%", "%00", "%2F", "%zz", "..",
    "../", "/", "?", "&", "=", "&a=b", "#", "-", "--", "--json", "--output", "=", "'", "$(id)",
    "{\"var\":\"\"}", "{\"fractional\":[[\"a\",1]]}", "{\"sem_ver\":[\"1.2.3\",\"^\",\"1\"]}",
    "{\"$ref\":\"a\"}", "{\"reduce\":[[1,2],{\"var\":\"accumulator\"},0]}", "{\"merge\":[[1],[2]]}",
    "{\"substr\":[\"abc\",-9223372036854775808,9223372036854775807]}", "\"targeting\":",
    "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: a\r\n", "\r\n\r\n",
    "Authorization: Bearer a\r\n", "HTTP/1.1", "HTTP/9.9", "Expect: 100-continue\r\n", "0\r\n\r\n",
    "ffffffffffffffff\r\n", "X-Forwarded-For: 1.2.3.4\r\n", "Range: bytes=0-\r\n",
    "Idempotency-Key: a\r\n", "If-None-Match: *\r\n",
    "\u{1B}[A", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[1;5C", "\u{1B}O", "\u{1B}[<0;1;1M", "\u{3}",
    "\u{4}", "\u{7F}", "\u{1A}", "\u{202E}", "\u{2028}", "\u{200B}", "e\u{301}", "👩‍👩‍👧‍👦", "日",
    "\u{FEFF}", "\u{9B}", "koober://", "urn:", "\"coordinates\":", "\"type\":\"FeatureCollection\"",
  ]
}
