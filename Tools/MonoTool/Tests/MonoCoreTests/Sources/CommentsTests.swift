import Testing

@testable import MonoCore

struct CommentsTests {
  @Test(arguments: [
    "", " \n\t", "// words", "// words\n\n/// more\n", "/* one */", "/* one /* two */ three */ \n",
    "/* open", "\u{FEFF}// mark",
  ])
  func `Comments and space are no code`(text: String) {
    #expect(!Comments.isFollowedByCode(Array(text.utf8)))
  }

  @Test(arguments: [
    "x", "// words\nlet x = 1", "/* one */ x", "/* /* */ */x", "/", "\u{FEFF}x", "ü",
  ])
  func `Anything else is code`(text: String) {
    #expect(Comments.isFollowedByCode(Array(text.utf8)))
  }
}
