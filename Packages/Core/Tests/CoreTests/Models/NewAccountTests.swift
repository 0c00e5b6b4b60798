import Core
import CoreTesting
import Testing

struct NewAccountTests {
  @Test func `An e-mail that is too long says so`() {
    let long = String(repeating: "x", count: 300) + "@example.org"

    #expect(
      FieldError.checkingEmail(long)?.message == "The e-mail is longer than 254 characters.")
  }

  @Test func `A complete account has no problem`() {
    #expect(NewAccount.johnny.problems.isEmpty)
  }

  @Test(arguments: [
    ("", FieldError.Field.name), ("  ", .name), ("Jo\u{1B}hnny", .name),
    (String(repeating: "x", count: 101), .name), ("Ada\u{202E}", .name), ("A\u{2066}da", .name),
    ("A\u{200B}da", .name), ("A\u{200D}da", .name), ("Ada\u{2028}L", .name),
    ("Ada\u{2029}L", .name), ("A\u{85}da", .name), ("A\u{9B}da", .name), ("A\u{200F}da", .name),
    ("Ada\u{FE0F}", .name), ("\u{200D}👩", .name), ("👩\u{200D}", .name), ("A\u{FEFF}da", .name),
  ])
  func `A name must be a name`(name: String, field: FieldError.Field) {
    var account = NewAccount.johnny
    account.name = name

    #expect(account.problems.map(\.field) == [field])
  }

  @Test(arguments: [
    "می\u{200C}خواهم", "👩\u{200D}👧", "Ada ❤\u{FE0F}", "क्\u{200D}ष", "东京", "O'Neil",
    String(repeating: "x", count: 100),
  ])
  func `A name may hold what its script needs, up to its length`(name: String) {
    var account = NewAccount.johnny
    account.name = name

    #expect(account.problems.isEmpty)
  }

  @Test func `Names and e-mails that look the same are stored as the same bytes`() {
    var (composed, decomposed) = (NewAccount.johnny, NewAccount.johnny)
    (composed.name, composed.nickname, composed.email) = (
      "Zo\u{EB}", "Zo\u{EB}", "zo\u{EB}@a.example"
    )
    (decomposed.name, decomposed.nickname) = ("Zoe\u{308}", "Zoe\u{308}")
    decomposed.email = "ZOE\u{308}@a.example"

    for field in [\NewAccount.name, \.nickname, \.email] {
      let bytes = Array(decomposed.normalized[keyPath: field].utf8)
      #expect(bytes == Array(composed[keyPath: field].utf8))
    }
  }

  @Test func `A changed profile is stored in the form of a sign-up`() {
    var change = ProfileChange(.johnny)
    (change.name, change.nickname) = (" Zoe\u{308} ", " Zo ")
    (change.email, change.mobileNumber) = (" ZOE@a.example ", " 0491570156 ")

    let stored = change.normalized
    #expect([stored.name, stored.nickname] == ["Zo\u{EB}", "Zo"])
    #expect([stored.email, stored.mobileNumber] == ["zoe@a.example", "0491570156"])
  }

  @Test(arguments: [
    "", "johnny", "@gmail.com", "johnny@", "johnny@gmail", "a b@c.d", "a@b@c.d", "a@@b.c",
    "a\u{202E}@b.c", "a\u{200D}@b.c", "a@b.c\u{2028}d", "a\u{9B}@b.c", "<a@example.org>",
    "mailto:a@example.org", "Ada <a@example.org>", "a..b@example.org", ".a@example.org",
    "a.@example.org", "a@-x.org", "a@x-.org", "a@[127.0.0.1]", "a@127.0.0.1", "a@example.org.",
    "a@example..org", "a@exa_mple.org", "\u{430}da@example.org", "a@b\u{FC}cher.example",
    "a@\u{7F51}\u{7EDC}.example", "a@ex\u{430}mple.org", "\"a\"@example.org", "a,b@example.org",
    "a@example.org,b@example.org", "a(b)@example.org", "a@example.org?x=1", "a@\u{FF41}.org",
    String(repeating: "x", count: 65) + "@example.org",
    "a@" + String(repeating: "x", count: 64) + ".org",
  ])
  func `An e-mail must be an address`(email: String) {
    var account = NewAccount.johnny
    account.email = email

    #expect(account.problems.map(\.field) == [.email])
  }

  @Test(arguments: [
    "a@example.org", "A.B+tag@Example.ORG", "o'neil!#$%&*+/=?^_`{|}~-@x.co",
    "a@xn--bcher-kva.example", "a@sub.1und1.de", "a@example.xn--p1ai", "1@2.org",
  ])
  func `An address is taken as it is, in lower case`(email: String) {
    var account = NewAccount.johnny
    account.email = email

    #expect(account.problems.isEmpty)
    #expect(account.normalized.email == email.lowercased())
  }

  @Test func `A domain in other letters is to be written in ASCII`() {
    #expect(FieldError.checkingEmail("bob@b\u{FC}cher.example")?.message.contains("xn--") == true)
    #expect(FieldError.checkingEmail("b\u{FC}b@example.org")?.message.contains("xn--") == false)
  }

  @Test(arguments: [
    "+1.415.555.2671", "+61\u{A0}491\u{A0}570\u{A0}156", "0491\u{2011}570\u{2011}156",
    "(02) 9374-4000", "0491\u{2010}570\u{202F}156", "+44 (0)20 7946 0018",
    "+65 8000 0000", "200 0000", "+683 4000",
  ])
  func `A mobile number may have the separators of telephone books`(mobileNumber: String) {
    var account = NewAccount.johnny
    account.mobileNumber = mobileNumber

    #expect(account.problems.isEmpty)
  }

  @Test(arguments: [
    "", "12345", "call me", "+0123456", "+ 0491570156", "+(0)20 7946 0018", "0491,570,156",
    "+61 491 570 156 999 999", "61+491570156", "0000000000", "+614910",
    "0123456789\(String(repeating: "-", count: 31))",
  ])
  func `A mobile number must be a number`(mobileNumber: String) {
    var account = NewAccount.johnny
    account.mobileNumber = mobileNumber

    #expect(account.problems.map(\.field) == [.mobileNumber])
  }

  @Test(arguments: ["", "seven77", String(repeating: "x", count: 1025)])
  func `A password must be long but not endless, and is never in the message`(password: String) {
    var account = NewAccount.johnny
    account.password = Secret(password)

    #expect(account.problems.map(\.field) == [.password])
    #expect(password.isEmpty || account.problems.allSatisfy { !$0.message.contains(password) })
  }

  @Test(
    arguments: [
      "        ", "password", "12345678", "PassWord1", " iloveyou ", "aaaaaaaa", "abcdefgh",
      "HGFEDCBA", "qwertyuiop", "lkjhgfdsa", "asdf1234", "11223344", "abababab", "kokokoko",
      "johnny@gmail.com", "Johnny Appleseed", "johnnyappleseed1", "appleseed2026", "johnny12",
      "koober123", "KOOBER2026!", "Koober!!", "koober@johnny",
    ])
  func `A password of blanks only or one that is guessed first is refused`(password: String) {
    var account = NewAccount.johnny
    account.password = Secret(password)

    #expect(account.problems.map(\.field) == [.password])
  }

  @Test(
    arguments: [
      "correct horse", "battery staple", "8chars!x", "48151623", "secret with blanks", "pässwörter",
      "koober drives me home", "johnny and the horse", "東京の夜は長いです",
    ])
  func `Another password is taken`(password: String) {
    var account = NewAccount.johnny
    account.password = Secret(password)

    #expect(account.problems.isEmpty)
  }

  @Test func `Each wrong field is named, in the order of the form`() {
    let account = NewAccount(
      name: "", nickname: "", email: "", mobileNumber: "", password: Secret(""))

    // The nickname is made of the name.
    #expect(account.problems.map(\.field) == [.name, .email, .mobileNumber, .password])
  }

  @Test func `Blanks go, the e-mail becomes lower case, the first name is the nickname`() {
    let typed = NewAccount(
      name: " Ada Lovelace ", nickname: "", email: " Ada@Example.ORG", mobileNumber: " 0491570156 ",
      password: Secret(" secret with blanks "))

    let expected = NewAccount(
      name: "Ada Lovelace", nickname: "Ada", email: "ada@example.org", mobileNumber: "0491570156",
      password: Secret(" secret with blanks "))
    #expect(typed.normalized == expected)
  }
}
