import Basics
import FeatureFlags
import Testing

/// One rule, its data and its result, all in JSON; "error" for none.
struct LogicCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let data: String
  let result: String

  init(_ rule: String, _ result: String, data: String = "null") {
    self.rule = rule
    self.data = data
    self.result = result
  }

  var testDescription: String { "\(rule) on \(data)" }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let rule = JSONLogicRule(try JSON(parsing: rule))
    let data = try JSON(parsing: data)
    guard result != "error" else {
      #expect(throws: JSONLogicError.self, sourceLocation: sourceLocation) {
        try rule.apply(to: data)
      }
      return
    }
    #expect(try rule.apply(to: data).serialized() == result, sourceLocation: sourceLocation)
  }
}

struct JSONLogicRuleTests {
  private static let data =
    #"{"a":1,"b":"two","n":null,"list":[1,"2",[3],{"x":4}],"obj":{"k":"v","n":null},"":"empty"}"#

  private static func onData(_ rule: String, _ result: String) -> LogicCase {
    LogicCase(rule, result, data: data)
  }

  @Test(arguments: [
    LogicCase("1", "1"), LogicCase("\"a\"", "\"a\""), LogicCase("{}", "{}"),
    LogicCase(#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#), LogicCase("[1,2]", "[1,2]"),
    LogicCase(#"[{"+":[1,2]},[{"!":1}]]"#, "[3,[false]]"),
    LogicCase(#"{"nonsense":[1]}"#, "error"), LogicCase(#"{"method":["a","b"]}"#, "error"),
    LogicCase(#"{"if":[true,1,{"nonsense":[]}]}"#, "1"),
    LogicCase(#"{"log":["kept"]}"#, "\"kept\""), LogicCase(#"{"log":[]}"#, "null"),
  ])
  func `An object with one member is a rule and everything else is its own value`(
    example: LogicCase
  ) throws {
    try example.check()
  }

  @Test(arguments: [
    onData(#"{"var":"a"}"#, "1"), onData(#"{"var":["a"]}"#, "1"),
    onData(#"{"var":"obj.k"}"#, "\"v\""), onData(#"{"var":"list.1"}"#, "\"2\""),
    onData(#"{"var":"list.2.0"}"#, "3"), onData(#"{"var":"list.3.x"}"#, "4"),
    onData(#"{"var":"list.01"}"#, "null"), onData(#"{"var":"list.-1"}"#, "null"),
    onData(#"{"var":"list.9"}"#, "null"), onData(#"{"var":["gone",7]}"#, "7"),
    onData(#"{"var":["n",7]}"#, "null"), onData(#"{"var":["n.deeper",7]}"#, "7"),
    onData(#"{"var":["gone",{"var":"a"}]}"#, "1"), onData(#"{"var":"a.b"}"#, "null"),
    onData(#"{"var":{"cat":["obj",".","k"]}}"#, "\"v\""), onData(#"{"var":[[]]}"#, "\"empty\""),
    LogicCase(#"{"var":""}"#, "5", data: "5"), LogicCase(#"{"var":null}"#, "5", data: "5"),
    LogicCase(#"{"var":[]}"#, "5", data: "5"), LogicCase(#"{"var":[""]}"#, "5", data: "5"),
    LogicCase(#"{"var":1}"#, "20", data: "[10,20]"),
    LogicCase(#"{"var":1.1}"#, "30", data: "[10,[20,30]]"),
    LogicCase(#"{"var":["x",1]}"#, "1", data: "null"),
  ])
  func `var reads a path, with a default for what is not there`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    onData(#"{"missing":["a","gone","n","b"]}"#, #"["gone","n"]"#),
    onData(#"{"missing":"gone"}"#, #"["gone"]"#), onData(#"{"missing":[]}"#, "[]"),
    onData(#"{"missing":{"merge":[["a"],["x"]]}}"#, #"["x"]"#),
    onData(#"{"missing":["obj.k","obj.q"]}"#, #"["obj.q"]"#),
    LogicCase(#"{"missing":["e"]}"#, #"["e"]"#, data: #"{"e":""}"#),
    onData(#"{"missing_some":[1,["a","x","y"]]}"#, "[]"),
    onData(#"{"missing_some":[2,["a","x","y"]]}"#, #"["x","y"]"#),
    onData(#"{"missing_some":[2,["a","b","y"]]}"#, "[]"),
  ])
  func `missing and missing_some list what is not there`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    LogicCase(#"{"if":[]}"#, "null"), LogicCase(#"{"if":["x"]}"#, "\"x\""),
    LogicCase(#"{"if":[0,1]}"#, "null"), LogicCase(#"{"if":[0,1,0,2]}"#, "null"),
    LogicCase(#"{"if":[0,1,3,2]}"#, "2"), LogicCase(#"{"if":[0,1,0,2,4]}"#, "4"),
    LogicCase(#"{"?:":["","a","b"]}"#, "\"b\""), LogicCase(#"{"and":[1,"",3]}"#, "\"\""),
    LogicCase(#"{"and":[1,2]}"#, "2"), LogicCase(#"{"and":[]}"#, "null"),
    LogicCase(#"{"or":[0,"x",{"nonsense":1}]}"#, "\"x\""), LogicCase(#"{"or":[0,""]}"#, "\"\""),
    LogicCase(#"{"or":[]}"#, "null"), LogicCase(#"{"!":[]}"#, "true"),
    LogicCase(#"{"!!":[]}"#, "false"),
  ])
  func `if, and, or evaluate no more than they need`(example: LogicCase) throws {
    try example.check()
  }

  @Test(
    arguments: [
      ("null", false), ("false", false), ("0", false), ("-0", false), ("\"\"", false),
      ("[]", false), ("true", true), ("\"0\"", true), ("{}", true), ("[0]", true), ("-1", true),
      ("\" \"", true), (#"{"-":["x",1]}"#, false),
    ])
  func `Everything is true except false, null, 0, the empty text and list, and no number`(
    value: String, isTrue: Bool
  ) throws {
    try LogicCase("{\"!!\":[\(value)]}", "\(isTrue)").check()
    try LogicCase("{\"!\":[\(value)]}", "\(!isTrue)").check()
  }
}
