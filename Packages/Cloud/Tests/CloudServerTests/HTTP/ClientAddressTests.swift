import Testing

@testable import CloudServer

struct ClientAddressTests {
  @Test(
    arguments: [
      ("192.0.2.7", nil, "192.0.2.7"), ("::ffff:192.0.2.7", nil, "192.0.2.7"),
      ("2001:db8:1:2:3:4:5:6", nil, "20:1:d:b8:0:1:0:2/64"),
      ("2001:db8:1:2::9", nil, "20:1:d:b8:0:1:0:2/64"), ("unknown", nil, "unknown"),
      ("127.0.0.1", "192.0.2.7", "192.0.2.7"), ("127.0.0.1", "forged, 192.0.2.7 ", "192.0.2.7"),
      ("127.0.0.1", "", "127.0.0.1"),
    ] as [(String, String?, String)])
  func `A client is counted under its address or its network`(
    peer: String, forwarded: String?, key: String
  ) {
    #expect(ClientAddress.key(peer: peer, forwarded: forwarded) == key)
  }
}
