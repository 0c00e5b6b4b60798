import Testing

struct JSONLogicComparisonTests {
  @Test(
    arguments: [
      ("null,null", true), ("null", true), ("", true), ("null,0", false), ("null,false", false),
      ("null,\"\"", false), ("true,1", true), ("true,\"1\"", true), ("true,\"true\"", false),
      ("false,\"\"", true), ("1,\"1\"", true), ("1,\" 1.0 \"", true), ("1,\"1x\"", false),
      ("0,\"\"", true), ("\"1\",\"1.0\"", false), ("\"a\",\"a\"", true), ("[1],1", true),
      ("[1],\"1\"", true), ("[1,2],\"1,2\"", true), ("[[1,null]],\"1,\"", true), ("[],0", true),
      ("[],\"\"", true), ("{},\"[object Object]\"", true), ("[1],[1]", false), ("{},{}", false),
      ("{},1", false), ("\"\\u00e9\",\"e\\u0301\"", false), ("[],null", false),
    ])
  func `Loose equality is JavaScript's`(arguments: String, isEqual: Bool) throws {
    try LogicCase("{\"==\":[\(arguments)]}", "\(isEqual)").check()
    try LogicCase("{\"!=\":[\(arguments)]}", "\(!isEqual)").check()
  }

  @Test(
    arguments: [
      ("1,1.0", true), ("0,-0", true), ("1,true", false), ("1,\"1\"", false),
      ("null,null", true), ("null,0", false), ("\"a\",\"a\"", true), ("[1],[1]", false),
      ("{},{}", false), ("null", false), ("", true), (#"{"-":["x",1]},{"-":["x",1]}"#, false),
    ])
  func `Strict equality wants the same kind and value`(arguments: String, isSame: Bool) throws {
    try LogicCase("{\"===\":[\(arguments)]}", "\(isSame)").check()
    try LogicCase("{\"!==\":[\(arguments)]}", "\(!isSame)").check()
  }

  @Test(arguments: [
    LogicCase(#"{"<":[1,2]}"#, "true"), LogicCase(#"{"<":["10",9]}"#, "false"),
    LogicCase(#"{"<":["10","9"]}"#, "true"), LogicCase(#"{"<":["a","B"]}"#, "false"),
    LogicCase(#"{"<":["😀","ﬀ"]}"#, "true"), LogicCase(#"{"<":[null,1]}"#, "true"),
    LogicCase(#"{"<":["x",1]}"#, "false"), LogicCase(#"{">=":["x",1]}"#, "false"),
    LogicCase(#"{"<":[1]}"#, "false"), LogicCase(#"{">=":[]}"#, "false"),
    LogicCase(#"{"<=":[1,1]}"#, "true"), LogicCase(#"{"<=":["b","a"]}"#, "false"),
    LogicCase(#"{"<=":["a","a"]}"#, "true"), LogicCase(#"{">":["b","a"]}"#, "true"),
    LogicCase(#"{">":[true,false]}"#, "true"), LogicCase(#"{">=":["a","a"]}"#, "true"),
    LogicCase(#"{">":[[3],2]}"#, "true"), LogicCase(#"{"<":[[],1]}"#, "true"),
    LogicCase(#"{"<":[1,2,3]}"#, "true"), LogicCase(#"{"<":[1,3,3]}"#, "false"),
    LogicCase(#"{"<=":[1,3,3]}"#, "true"), LogicCase(#"{"<=":[4,3,5]}"#, "false"),
    LogicCase(#"{">":[2,1,{"nonsense":0}]}"#, "error"),
  ])
  func `Order is by UTF-16 for two texts and by number otherwise`(example: LogicCase) throws {
    try example.check()
  }
}
