import Testing

@testable import CloudDomain

struct AccentFoldedTextTests {
  @Test(arguments: [
    ("Opera House", "opera house"), ("  a--b  ", "a b"), ("", ""), ("!?", ""),
    ("100 George St.", "100 george st"),
    ("Crème Brûlée", "creme brulee"), ("CRE\u{300}ME", "creme"), ("Smørrebrød", "smorrebrod"),
    ("Łódź", "lodz"), ("Đorđe", "dorde"), ("Æsir œuvre", "aesir oeuvre"), ("Straße", "strasse"),
    ("STRAẞE", "strasse"), ("Þingvellir", "thingvellir"), ("Eyjafjallajökull", "eyjafjallajokull"),
    ("İstanbul Kadıköy", "istanbul kadikoy"), ("Phở Hà Nội", "pho ha noi"),
    ("O’Connell's", "o connell s"),
    ("Αθήνα ΌΔΟΣ", "αθηνα οδοσ"), ("Ёлка Йошкар", "елка иошкар"), ("東京タワー", "東京タワー"),
    ("서울역", "서울역"),
    ("ﬁord", "fiord"), ("x²", "x²"), ("a\u{0}b", "a b"), ("🚕taxi🚕", "taxi"), ("कि", "कि"),
  ])
  func `A text is folded`(text: String, folded: String) {
    #expect(AccentFoldedText(text).text == folded)
    #expect(AccentFoldedText(folded).text == folded)
  }
}
