import Testing

@testable import CloudServer

struct RequestTargetTests {
  @Test(
    arguments: [
      ("/", [], [:]), ("/rides/abc", ["rides", "abc"], [:]),
      ("/rides/abc/?", ["rides", "abc", ""], [:]), ("//rides", ["", "rides"], [:]),
      ("/a%2Fb/%C3%A9", ["a/b", "é"], [:]),
      ("/p?q=a+b%2B%26&x=&y", ["p"], ["q": "a b+&", "x": "", "y": ""]),
      ("/a+b?a%3D=b=c", ["a+b"], ["a=": "b=c"]), ("/p?&&a=1&", ["p"], ["a": "1"]),
    ] as [(String, [String], [String: String])])
  func `A target is read`(text: String, path: [String], query: [String: String]) {
    let target = RequestTarget(text)

    #expect(target?.path == path)
    #expect(target?.query == query)
  }

  @Test(arguments: [
    "", "*", "a", "/%", "/%4", "/%zz", "/%ff", "/a%00", "/?a=%", "/?a=1&a=2", "/?%c3=1",
  ])
  func `A target that is broken is refused`(text: String) {
    #expect(RequestTarget(text) == nil)
  }

  @Test func `A query has at most 50 parameters`() {
    let target = { (count: Int) in "/?" + (0..<count).map { "p\($0)" }.joined(separator: "&") }

    #expect(RequestTarget(target(50))?.query.count == 50)
    #expect(RequestTarget(target(51)) == nil)
  }
}
