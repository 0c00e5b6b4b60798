import CSodium

/// BLAKE2b with 256 bits. Source: RFC 7693.
package enum Digest {
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
    // Fails only for other lengths of hash or key.
    _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    return hash
  }
}
