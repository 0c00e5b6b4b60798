import Core
import Terminal
import Testing

@testable import Onboarding

@MainActor
struct SignUpFormTests {
  @Test func `The fields come in the order, with the password last`() {
    let form = Form.signUp([.email, .mobileNumber, .name])

    #expect(form.fields == [.email, .mobileNumber, .name, .nickname, .password])
  }
}
