import Core
import Testing

@testable import Onboarding
@testable import Terminal

@MainActor
struct SignUpFormTests {
  @Test func `The fields come in the order, with the password last`() {
    let form = Form.signUp([.email, .mobileNumber, .name])

    #expect(form.rows.map(\.field) == [.email, .mobileNumber, .name, .nickname, .password])
  }
}
