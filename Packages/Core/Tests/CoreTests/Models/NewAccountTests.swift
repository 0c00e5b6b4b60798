import Core
import CoreTesting
import Testing

struct NewAccountTests {
  @Test func `A complete account has no problem`() {
    #expect(NewAccount.johnny.problems.isEmpty)
  }

  @Test(arguments: [
    ("", FieldProblem.Field.name), ("  ", .name), ("Jo\u{1B}hnny", .name),
    (String(repeating: "x", count: 101), .name),
  ])
  func `A name must be a name`(name: String, field: FieldProblem.Field) {
    var account = NewAccount.johnny
    account.name = name

    #expect(account.problems.map(\.field) == [field])
  }

  @Test(arguments: ["", "johnny", "@gmail.com", "johnny@", "johnny@gmail", "a b@c.d", "a@b@c.d"])
  func `An e-mail must be an address`(email: String) {
    var account = NewAccount.johnny
    account.email = email

    #expect(account.problems.map(\.field) == [.email])
  }

  @Test(arguments: ["", "12345", "call me", "+61 491 570 156 999 999", "61+491570156"])
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

  @Test(arguments: ["        ", "password", "12345678", "PassWord1", " iloveyou "])
  func `A password of blanks only or one that is guessed first is refused`(password: String) {
    var account = NewAccount.johnny
    account.password = Secret(password)

    #expect(account.problems.map(\.field) == [.password])
  }

  @Test func `Each wrong field is named, in the order of the form`() {
    let account = NewAccount(
      name: "", nickname: "", email: "", mobileNumber: "", password: Secret(""))

    #expect(account.problems.map(\.field) == [.name, .nickname, .email, .mobileNumber, .password])
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
