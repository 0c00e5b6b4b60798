import Core
import Testing

struct RandomBytesTests {
  @Test(arguments: [0, 1, 16, 33])
  func `The operating system gives as many bytes as are asked for`(count: Int) {
    #expect(SystemRandomBytes().bytes(count: count).count == count)
  }

  @Test func `No identifier is made twice`() {
    #expect(SystemRandomBytes().makeIdentifier() != SystemRandomBytes().makeIdentifier())
  }
}
