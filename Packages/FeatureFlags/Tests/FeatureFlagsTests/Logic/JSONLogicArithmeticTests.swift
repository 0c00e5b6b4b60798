import Testing

struct JSONLogicArithmeticTests {
  @Test(arguments: [
    LogicCase(#"{"+":[]}"#, "0"), LogicCase(#"{"+":"3.5"}"#, "3.5"),
    LogicCase(#"{"+":["2x",1]}"#, "3"), LogicCase(#"{"+":[" 4 ","5e1z"]}"#, "54"),
    LogicCase(#"{"+":["x"]}"#, "error"), LogicCase(#"{"+":[true]}"#, "error"),
    LogicCase(#"{"+":[null]}"#, "error"), LogicCase(#"{"+":[""]}"#, "error"),
    LogicCase(#"{"+":[[7,8],1]}"#, "8"), LogicCase(#"{"+":["-.5","+5."]}"#, "4.5"),
    LogicCase(#"{"+":["1e",1]}"#, "2"), LogicCase(#"{"+":["0x10",1]}"#, "1"),
    LogicCase(#"{"+":["Infinity"]}"#, "error"), LogicCase(#"{"+":[1e308,1e308]}"#, "error"),
    LogicCase(#"{"*":["2x",3]}"#, "6"), LogicCase(#"{"*":["2x"]}"#, "\"2x\""),
    LogicCase(#"{"*":[]}"#, "error"), LogicCase(#"{"*":[2,3,4]}"#, "24"),
    LogicCase(#"{"-":[5,"2"]}"#, "3"), LogicCase(#"{"-":["5"]}"#, "-5"),
    LogicCase(#"{"-":[]}"#, "error"), LogicCase(#"{"-":["2x",1]}"#, "error"),
    LogicCase(#"{"-":[null,1]}"#, "-1"), LogicCase(#"{"-":[true,[1]]}"#, "0"),
    LogicCase(#"{"/":[1,"4"]}"#, "0.25"), LogicCase(#"{"/":[1,0]}"#, "error"),
    LogicCase(#"{"/":[0,0]}"#, "error"), LogicCase(#"{"/":[8]}"#, "error"),
    LogicCase(#"{"%":[7,3]}"#, "1"), LogicCase(#"{"%":[-7,3]}"#, "-1"),
    LogicCase(#"{"%":[7,-3]}"#, "1"), LogicCase(#"{"%":[5.5,2]}"#, "1.5"),
    LogicCase(#"{"%":[1,0]}"#, "error"), LogicCase(#"{"min":[3,"1",2]}"#, "1"),
    LogicCase(#"{"max":["x",2]}"#, "error"), LogicCase(#"{"max":[]}"#, "error"),
    LogicCase(#"{"max":[[],-1]}"#, "0"), LogicCase(#"{"min":[null,2]}"#, "0"),
    LogicCase(#"[1,{"/":[1,0]}]"#, "error"), LogicCase(#"{"!!":{"/":[1,0]}}"#, "true"),
  ])
  func `Numbers are read as JavaScript reads them`(example: LogicCase) throws {
    try example.check()
  }

  @Test(
    arguments: [
      ("\"\"", "0"), ("\"  \"", "0"), ("\"\\u00a0 12 \\ufeff\"", "12"), ("\"1e3\"", "1000"),
      ("\"0x1F\"", "31"), ("\"0b101\"", "5"), ("\"0o17\"", "15"), ("\".5\"", "0.5"),
      ("\"5.\"", "5"), ("\"5.e1\"", "50"), ("\"+7\"", "7"), ("\"-7\"", "-7"), ("null", "0"),
      ("true", "1"), ("[]", "0"), ("[\"4\"]", "4"), ("\"1_0\"", "error"), ("\"1 0\"", "error"),
      ("\"-0x1\"", "error"), ("\"0x\"", "error"), ("\"0b2\"", "error"), ("\"1e\"", "error"),
      ("\".\"", "error"), ("\"nan\"", "error"), ("\"inf\"", "error"), ("\"infinity\"", "error"),
      ("\"١\"", "error"), ("[1,2]", "error"), ("{}", "error"),
    ])
  func `A value is a number when its whole text is`(value: String, result: String) throws {
    try LogicCase("{\"-\":[\(value),0]}", result).check()
  }
}
