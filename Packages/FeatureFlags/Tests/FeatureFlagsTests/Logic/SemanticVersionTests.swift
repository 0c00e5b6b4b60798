import Testing

struct SemanticVersionTests {
  private static let ascending = [
    "0.0.0", "0.0.1", "0.1.0", "1.0.0-0", "1.0.0-1", "1.0.0-10", "1.0.0--", "1.0.0-alpha",
    "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
    "1.9.0", "1.10.0", "99999999999999999999.0.0", "100000000000000000000.0.0",
  ]

  @Test func `Versions are ordered by SemVer, numbers of any length numerically`() throws {
    for (lower, higher) in zip(Self.ascending, Self.ascending.dropFirst()) {
      try LogicCase(#"{"sem_ver":["\#(lower)","<","\#(higher)"]}"#, "true").check()
      try LogicCase(#"{"sem_ver":["\#(higher)",">","\#(lower)"]}"#, "true").check()
      try LogicCase(#"{"sem_ver":["\#(higher)","<=","\#(lower)"]}"#, "false").check()
      try LogicCase(#"{"sem_ver":["\#(lower)","!=","\#(higher)"]}"#, "true").check()
    }
  }

  @Test(arguments: [
    LogicCase(#"{"sem_ver":["v1.2.3","=","V1.2.3"]}"#, "true"),
    LogicCase(#"{"sem_ver":["1.2.3+a","=","1.2.3+b.01"]}"#, "true"),
    LogicCase(#"{"sem_ver":["1","=","1.0.0"]}"#, "true"),
    LogicCase(#"{"sem_ver":["1.2",">=","1.2.0"]}"#, "true"),
    LogicCase(#"{"sem_ver":[1,"=","1.0.0"]}"#, "true"),
    LogicCase(#"{"sem_ver":[1.2,"<=","v1.2"]}"#, "true"),
    LogicCase(#"{"sem_ver":["1.0.0","^","1.9.0"]}"#, "true"),
    LogicCase(#"{"sem_ver":["2.0.0","^","1.9.0"]}"#, "false"),
    LogicCase(#"{"sem_ver":["1.2.9","~","1.2.0"]}"#, "true"),
    LogicCase(#"{"sem_ver":["1.3.0","~","1.2.0"]}"#, "false"),
    LogicCase(#"{"sem_ver":["1.0.0","==","1.0.0"]}"#, "null"),
    LogicCase(#"{"sem_ver":["1.0.0","=",null]}"#, "null"),
    LogicCase(#"{"sem_ver":["1.0.0","="]}"#, "null"),
    LogicCase(#"{"sem_ver":["1.0.0","=","1.0.0",1]}"#, "null"),
    LogicCase(#"{"sem_ver":["1.0.0",1,"1.0.0"]}"#, "null"),
    LogicCase(#"{"sem_ver":[true,"=","1.0.0"]}"#, "null"),
  ])
  func `sem_ver compares two versions, and is null for anything else`(example: LogicCase) throws {
    try example.check()
  }

  @Test(arguments: [
    "", "v", "vv1", "1.", "1..0", ".1", "01.0.0", "1.02.0", "1.0.0.0", "1.0.0-", "1.0.0-a..b",
    "1.0.0-01", "1.0.0+", "1.0.0+a+b", " 1.0.0", "1.0.0 ", "1.0.0-é", "1-alpha", "1.2-alpha",
    "1+build", "a.b.c", "-1.0.0", "1.0.0-a_b", "１.0.0",
  ])
  func `What is no version gives null`(version: String) throws {
    try LogicCase(#"{"sem_ver":["\#(version)","=","1.0.0"]}"#, "null").check()
    try LogicCase(#"{"sem_ver":["1.0.0","!=","\#(version)"]}"#, "null").check()
  }
}
