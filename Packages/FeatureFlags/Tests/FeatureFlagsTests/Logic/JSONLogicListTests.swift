import Testing

struct JSONLogicListTests {
  @Test(arguments: [
    LogicCase(#"{"merge":[]}"#, "[]"), LogicCase(#"{"merge":[1,[2,[3]],null]}"#, "[1,2,[3],null]"),
    LogicCase(#"{"map":[[1,2],{"*":[{"var":""},2]}]}"#, "[2,4]"),
    LogicCase(#"{"map":["no list",1]}"#, "[]"), LogicCase(#"{"map":[]}"#, "[]"),
    LogicCase(#"{"map":[[1,2]]}"#, "[null,null]"),
    LogicCase(#"{"map":[{"var":"l"},{"var":"x"}]}"#, "[1]", data: #"{"x":9,"l":[{"x":1}]}"#),
    LogicCase(#"{"filter":[[1,2,3],{">":[{"var":""},1]}]}"#, "[2,3]"),
    LogicCase(
      #"{"filter":[{"var":"l"},{"var":"ok"}]}"#, #"[{"ok":1}]"#, data: #"{"l":[{"ok":1},{}]}"#),
    LogicCase(#"{"filter":[5,true]}"#, "[]"),
    LogicCase(
      #"{"reduce":[[1,2,3],{"+":[{"var":"current"},{"var":"accumulator"}]},10]}"#, "16"),
    LogicCase(#"{"reduce":["none",1,{"+":[1,2]}]}"#, "3"), LogicCase(#"{"reduce":[[],1]}"#, "null"),
    LogicCase(#"{"reduce":[null,1]}"#, "null"),
    LogicCase(#"{"reduce":[[1],{"var":""},0]}"#, #"{"current":1,"accumulator":0}"#),
    LogicCase(#"{"reduce":[{"var":""},{"var":"current.x.0"},0]}"#, "7", data: #"[{"x":[7]}]"#),
    LogicCase(#"{"reduce":[[1],{"var":["other","d"]},0]}"#, "\"d\""),
    LogicCase(#"{"all":[[],true]}"#, "false"), LogicCase(#"{"all":[[1,2],{"var":""}]}"#, "true"),
    LogicCase(#"{"all":[[1,0],{"var":""}]}"#, "false"), LogicCase(#"{"all":[3,true]}"#, "false"),
    LogicCase(#"{"some":[[0,2],{"var":""}]}"#, "true"), LogicCase(#"{"some":[[],true]}"#, "false"),
    LogicCase(#"{"some":[null,true]}"#, "false"), LogicCase(#"{"none":[[],true]}"#, "true"),
    LogicCase(#"{"none":[[0],{"var":""}]}"#, "true"),
    LogicCase(#"{"none":[[1],{"var":""}]}"#, "false"),
    LogicCase(#"{"none":["x",true]}"#, "true"),
    LogicCase(#"{"some":[[1],{"nonsense":0}]}"#, "error"),
  ])
  func `Rules run over lists, with the element as their data`(example: LogicCase) throws {
    try example.check()
  }
}
