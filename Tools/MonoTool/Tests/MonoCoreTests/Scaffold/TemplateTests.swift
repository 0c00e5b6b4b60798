import Testing

@testable import MonoCore

struct TemplateTests {
  private let lists = ["all": [["x": "1"], ["x": "2"]], "none": []]

  @Test(arguments: [
    ("a {{Name}} b", "a Tip b"),
    ("{{Name}}{{Name}}", "TipTip"),
    ("[{{#all}}{{x}},{{/all}}]", "[1,2,]"),
    ("[{{#none}}{{x}},{{/none}}]", "[]"),
    ("a\n{{#all}}\n- {{x}} {{Name}}\n{{/all}}\nb\n", "a\n- 1 Tip\n- 2 Tip\nb\n"),
    ("a\n{{#none}}\n- {{x}}\n{{/none}}\nb\n", "a\nb\n"),
    ("no places", "no places"),
  ])
  func `A template is filled`(text: String, expected: String) throws {
    #expect(try Template(text: text).filled(with: ["Name": "Tip"], lists: lists) == expected)
  }

  @Test(arguments: ["{{unknown}}", "{{open", "{{#all}}no end", "{{#unknown}}{{/unknown}}"])
  func `A template that cannot be filled is refused`(text: String) {
    #expect(throws: MonoError.self) {
      try Template(text: text).filled(with: [:], lists: lists)
    }
  }
}
