import Testing

struct JSONLogicTextTests {
  @Test(arguments: [
    LogicCase(#"{"in":["b","abc"]}"#, "true"), LogicCase(#"{"in":["","abc"]}"#, "true"),
    LogicCase(#"{"in":["a",""]}"#, "false"), LogicCase(#"{"in":[2,"123"]}"#, "true"),
    LogicCase(#"{"in":[null,"a null"]}"#, "true"), LogicCase(#"{"in":["B","abc"]}"#, "false"),
    LogicCase(#"{"in":["abd","ababd"]}"#, "true"), LogicCase(#"{"in":["aab","aaab"]}"#, "true"),
    LogicCase(#"{"in":["e","\u00e9"]}"#, "false"), LogicCase(#"{"in":["e","e\u0301"]}"#, "true"),
    LogicCase(#"{"in":["\n","a\r\nb"]}"#, "true"), LogicCase(#"{"in":[1,[1,2]]}"#, "true"),
    LogicCase(#"{"in":["1",[1,2]]}"#, "false"), LogicCase(#"{"in":[true,[1]]}"#, "false"),
    LogicCase(#"{"in":[null,[null]]}"#, "true"), LogicCase(#"{"in":[[1],[[1]]]}"#, "false"),
    LogicCase(#"{"in":["a",{"a":1,"b":2}]}"#, "false"), LogicCase(#"{"in":["a"]}"#, "false"),
    LogicCase(#"{"in":["a",null]}"#, "false"), LogicCase(#"{"in":["a",5]}"#, "false"),
  ])
  func `in finds a part of a text and a member of a list`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    LogicCase(#"{"cat":[]}"#, "\"\""), LogicCase(#"{"cat":"x"}"#, "\"x\""),
    LogicCase(#"{"cat":["a",1.0,true,null,[1,[2,null]],{}]}"#, "\"a1true1,2,[object Object]\""),
    LogicCase(#"{"cat":[1e21," ",1e-7]}"#, "\"1e+21 1e-7\""),
    LogicCase(#"{"substr":["abcdef",2]}"#, "\"cdef\""),
    LogicCase(#"{"substr":["abcdef",-2]}"#, "\"ef\""),
    LogicCase(#"{"substr":["abcdef",-9,2]}"#, "\"ab\""),
    LogicCase(#"{"substr":["abcdef",9]}"#, "\"\""),
    LogicCase(#"{"substr":["abcdef",1,2]}"#, "\"bc\""),
    LogicCase(#"{"substr":["abcdef",1,-2]}"#, "\"bcd\""),
    LogicCase(#"{"substr":["abcdef",4,-3]}"#, "\"\""),
    LogicCase(#"{"substr":["abcdef",-3,-1]}"#, "\"de\""),
    LogicCase(#"{"substr":["abcdef","2","3"]}"#, "\"cde\""),
    LogicCase(#"{"substr":["abcdef",1.9,1e300]}"#, "\"bcdef\""),
    LogicCase(#"{"substr":["abcdef","x",2]}"#, "\"ab\""),
    LogicCase(#"{"substr":[null,0,2]}"#, "\"nu\""),
    LogicCase(#"{"substr":[12345,1,3]}"#, "\"234\""),
    LogicCase(#"{"substr":["a😀b",3]}"#, "\"b\""), LogicCase(#"{"substr":["abc"]}"#, "\"abc\""),
    LogicCase(#"{"substr":["abcdef",0,null]}"#, "\"\""),
  ])
  func `cat joins texts and substr cuts them by UTF-16 units`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    LogicCase(#"{"starts_with":["abc","ab"]}"#, "true"),
    LogicCase(#"{"starts_with":["abc","abc"]}"#, "true"),
    LogicCase(#"{"starts_with":["abc","abcd"]}"#, "false"),
    LogicCase(#"{"starts_with":["abc",""]}"#, "true"),
    LogicCase(#"{"starts_with":["Abc","a"]}"#, "false"),
    LogicCase(#"{"starts_with":["e\u0301x","e"]}"#, "true"),
    LogicCase(#"{"starts_with":["\u00e9","e\u0301"]}"#, "false"),
    LogicCase(#"{"starts_with":[1,"1"]}"#, "null"), LogicCase(#"{"starts_with":["1",1]}"#, "null"),
    LogicCase(#"{"starts_with":["a"]}"#, "null"),
    LogicCase(#"{"starts_with":["a","a","a"]}"#, "null"),
    LogicCase(#"{"starts_with":[null,"a"]}"#, "null"),
    LogicCase(#"{"ends_with":["abc","bc"]}"#, "true"),
    LogicCase(#"{"ends_with":["abc","ab"]}"#, "false"),
    LogicCase(#"{"ends_with":["a\r\n","\n"]}"#, "true"),
    LogicCase(#"{"ends_with":["abc",""]}"#, "true"), LogicCase(#"{"ends_with":["c",[1]]}"#, "null"),
    LogicCase(#"{"ends_with":[{"cat":["a","b"]},{"var":"x"}]}"#, "true", data: #"{"x":"b"}"#),
  ])
  func `starts_with and ends_with compare code units, and are null for anything but two texts`(
    example: LogicCase
  ) throws {
    try example.check()
  }
}
