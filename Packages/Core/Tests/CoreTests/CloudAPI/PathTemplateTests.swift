import Core
import Testing

struct PathTemplateTests {
  @Test func `A path that fits gives the values of the gaps`() {
    let template: PathTemplate = "/posts/{post}/shares"

    #expect(template.match(["posts", "7", "shares"]) == ["post": "7"])
    #expect(template.description == "/posts/{post}/shares")
  }

  @Test(arguments: [
    [], ["posts"], ["posts", "7"], ["posts", "7", "share"], ["a", "7", "shares"],
  ])
  func `Another path does not fit`(path: [String]) {
    let template: PathTemplate = "/posts/{post}/shares"

    #expect(template.match(path) == nil)
  }
}
