import FeatureFlags
import Testing

struct FractionalTests {
  private static func shorthand(_ flag: String, _ key: String, _ buckets: String) -> LogicCase {
    LogicCase(
      "{\"fractional\":[\(buckets)]}", "",
      data: "{\"$flagd\":{\"flagKey\":\"\(flag)\"},\"targetingKey\":\"\(key)\"}")
  }

  @Test(
    arguments: [
      ("demo-surge", "rider-42", #"["on",10],["off",90]"#, "off"),
      ("demo-surge", "rider-43", #"["on",10],["off",90]"#, "off"),
      ("demo-surge", "rider-8", #"["on",10],["off",90]"#, "on"),
      ("demo-ui", "rider-42", #"["old",1],["new",1]"#, "old"),
      ("demo-ui", "rider-77", #"["old"],["new",1]"#, "new"),
    ])
  func `The worked examples hold`(flag: String, key: String, buckets: String, variant: String)
    throws
  {
    let example = Self.shorthand(flag, key, buckets)
    try LogicCase(example.rule, "\"\(variant)\"", data: example.data).check()

    let value = #"{"cat":[{"var":"$flagd.flagKey"},{"var":"targetingKey"}]}"#
    let explicit = "{\"fractional\":[\(value),\(buckets)]}"
    try LogicCase(explicit, "\"\(variant)\"", data: example.data).check()
  }

  @Test(arguments: [
    LogicCase(#"{"fractional":[]}"#, "null"),
    LogicCase(#"{"fractional":["key"]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a"]]}"#, "\"a\""),
    LogicCase(#"{"fractional":["",["a"]]}"#, "\"a\""),
    LogicCase(#"{"fractional":["key",[true,1]]}"#, "true"),
    LogicCase(#"{"fractional":["key",[7,1]]}"#, "7"),
    LogicCase(#"{"fractional":["key",[null,1]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",0],["b",1]]}"#, "\"b\""),
    LogicCase(#"{"fractional":["key",["a",-5],["b",3]]}"#, "\"b\""),
    LogicCase(#"{"fractional":["key",["a",0],["b",0]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",1.0]]}"#, "\"a\""),
    LogicCase(#"{"fractional":["key",["a",2.5]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a","5"]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",null]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",true]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",1,2]]}"#, "null"),
    LogicCase(#"{"fractional":["key",[]]}"#, "null"),
    LogicCase(#"{"fractional":["key","a"]}"#, "null"),
    LogicCase(#"{"fractional":["key",[["x"],1]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",2147483647]]}"#, "\"a\""),
    LogicCase(#"{"fractional":["key",["a",2147483648]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",2147483647],["b",1]]}"#, "null"),
    LogicCase(#"{"fractional":["key",["a",-1e300],["b",1]]}"#, "\"b\""),
    LogicCase(#"{"fractional":["key",["a",1e300]]}"#, "null"),
  ])
  func `Malformed buckets give null`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    LogicCase(#"{"fractional":[["a",1]]}"#, "null"),
    LogicCase(#"{"fractional":[["a",1]]}"#, "null", data: #"{"targetingKey":""}"#),
    LogicCase(#"{"fractional":[["a",1]]}"#, "null", data: #"{"targetingKey":5}"#),
    LogicCase(#"{"fractional":[["a",1]]}"#, "\"a\"", data: #"{"targetingKey":"x"}"#),
    LogicCase(#"{"fractional":[null,["a",1]]}"#, "null", data: #"{"targetingKey":"x"}"#),
    LogicCase(#"{"fractional":[{"var":"gone"},["a"]]}"#, "null", data: #"{"targetingKey":"x"}"#),
    LogicCase(
      #"{"fractional":[{"var":"n"},["a",1]]}"#, "null", data: #"{"targetingKey":"x","n":5}"#),
    LogicCase(#"{"fractional":[5,["a",1]]}"#, "null", data: #"{"targetingKey":"x"}"#),
    LogicCase(#"{"fractional":[{"var":"t"},["a"]]}"#, "\"a\"", data: #"{"t":"x"}"#),
    LogicCase(
      #"{"fractional":[{"var":"list"},["a",0]]}"#, "\"z\"",
      data: #"{"targetingKey":"x","list":["z",1]}"#),
  ])
  func `Without a text to begin with, the targeting key decides`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    LogicCase(
      #"{"fractional":["k",[{"cat":["a","b"]},{"-":[5,4]}],["c",{"var":"w"}]]}"#, "\"ab\"",
      data: #"{"w":0}"#),
    LogicCase(
      #"{"fractional":["k",["a",{"if":[{"var":"premium"},100,0]}],["b",1]]}"#, "\"b\"",
      data: #"{"premium":false}"#),
    LogicCase(#"{"fractional":["k",[{"fractional":["j",["inner",1]]},1]]}"#, "\"inner\""),
    LogicCase(#"{"if":[{"fractional":["k",[true,1]]},"yes","no"]}"#, "\"yes\""),
    LogicCase(#"{"if":[{"fractional":["k",[true,0]]},"yes","no"]}"#, "\"no\""),
    LogicCase(#"{"fractional":["k",[{"var":"v"},1]]}"#, "null", data: #"{"v":{"a":1}}"#),
    LogicCase(#"{"fractional":["k",["a",{"/":[1,2]}]]}"#, "null"),
    LogicCase(#"{"fractional":["k",["a",{"nonsense":1}]]}"#, "error"),
  ])
  func `Variants and weights may be rules, and the result a condition`(example: LogicCase) throws {
    try example.check()
  }
}
