import Testing

@testable import Cloud

struct IPAddressTests {
  @Test(
    arguments: [
      ("192.0.2.7", "192.0.2.7", "192.0.2.7"), ("192.0.2.7:80", "192.0.2.7", "192.0.2.7"),
      ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
      ("2001:db8:1:2ff::9", "2001:db8:1:2ff::9", "20:1:d:b8:0:1:2/56"),
      ("[2001:db8:1:200::1]", "2001:db8:1:200::1", "20:1:d:b8:0:1:2/56"),
      ("[2001:db8:1:200::1]:443", "2001:db8:1:200::1", "20:1:d:b8:0:1:2/56"),
    ])
  func `An address has a text and a network`(text: String, address: String, network: String) {
    let read = IPAddress(text)

    #expect(read?.description == address)
    #expect(read?.network.description == network)
  }

  @Test(arguments: [
    "", "unknown", "192.0.2", "192.0.2.7:", "192.0.2.7:99999", "192.0.2.7\u{0}", "[192.0.2.7]",
    "[::1", "::1]", "[::1]x", "fe80::1%eth0", "192.0.2.7, 192.0.2.8", "1.2.3.4.5", " 192.0.2.7",
  ])
  func `What is not one address is refused`(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
