import Core
import Testing

struct InvisibleScalarsTests {
  @Test(arguments: [
    ("Opera House", "Opera House"), ("Opera\u{202E} House", "Opera House"), ("a\u{200D}b", "ab"),
    ("\u{2066}\u{0007}\u{200B}", ""), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
    ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func `What hides or reorders text is removed`(text: String, visible: String) {
    #expect(text.removingInvisibleScalars.unicodeScalars.elementsEqual(visible.unicodeScalars))
    #expect(text.containsInvisibleScalars == (text != visible))
  }
}
