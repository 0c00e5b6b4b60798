import Console
import Core
import Testing

struct SettingTests {
  @Test(arguments: [
    ("1", "2", "3", 1, "--size"), (nil, "2", "3", 2, "SIZE"), (nil, "", "3", 3, "/size.json"),
    (nil, nil, "3", 3, "/size.json"), (nil, nil, nil, 7, "built-in"),
  ])
  func `The first place that says something decides`(
    option: String?, variable: String?, file: String?, value: Int, origin: String
  ) {
    let environment = ["SIZE": variable].compactMapValues { $0 }

    let setting = Setting(
      option: ("--size", option.flatMap(Int.init)), variable: environment.variable("SIZE"),
      file: ("/size.json", file), default: 7
    ) { text, _ in Int(text) ?? 0 }

    #expect(setting.value == value)
    #expect(setting.origin == origin)
    #expect(setting.isBuiltIn == (origin == "built-in"))
  }

  @Test func `A value that may be absent is asked for at every place`() {
    let none: String? = nil

    let setting = Setting<String?>(
      option: ("--name", none.map(Optional.some)), variable: ("NAME", "Ada"), default: nil
    ) { text, _ in text }

    #expect(setting.value == "Ada")
    #expect(setting.origin == "NAME")
  }

  @Test func `A text behind the first is not read, and one that is read may be refused`() {
    let refuse = { (text: String, origin: String) throws(Problem) -> Int in
      throw Problem(.configuration, code: "badSize", message: "\(origin): \(text)", hint: "")
    }
    let variable: Setting<Int>.Place<String> = ("SIZE", "large")

    #expect(throws: Never.self) {
      try Setting(option: ("--size", 1), variable: variable, default: 7, parse: refuse)
    }
    let problem = #expect(throws: Problem.self) {
      try Setting(variable: variable, default: 7, parse: refuse)
    }
    #expect(problem?.message == "SIZE: large")
  }
}
