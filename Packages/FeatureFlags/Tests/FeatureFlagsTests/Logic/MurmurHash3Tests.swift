@testable import FeatureFlags
import Testing

struct MurmurHash3Tests {
  @Test(
    arguments: [
      ("", 0x0000_0000), ("a", 0x3C25_69B2), ("hello", 0x248B_FA47), ("hello, world", 0x149B_BB7F),
      ("Lisboa", 0x00B0_9158), ("pôr-do-sol", 0x580E_B935),
      ("The quick brown fox jumps over the lazy dog", 0x2E4F_F723),
      ("demo-surgerider-42", 0x6285_8A8B), ("demo-uirider-77", 0xF252_4461),
    ] as [(String, UInt32)])
  func `Known texts have their known hashes`(text: String, hash: UInt32) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(MurmurHash3.hash) == hash)
  }
}
