import Core
import Testing

struct SecretTests {
  @Test func `A secret shows in no form of printing`() {
    let secret = Secret("hunter2-hunter2")
    var dumped = ""
    dump(["key": secret], to: &dumped)

    let printed = ["\(secret)", String(describing: secret), String(reflecting: secret), dumped]

    #expect(printed.allSatisfy { !$0.contains("hunter2") })
  }

  @Test func `A session shows no token`() {
    let credentials = Credentials(email: "johnny@gmail.com", password: Secret("hunter2-hunter2"))

    #expect(!"\(credentials)".contains("hunter2"))
  }
}
