import Basics
import FeatureFlags
import Testing

struct FlagBatchTests {
  private func answer(_ line: String) throws -> String {
    let definitions = try FlagDefinitions(
      json: """
        {"metadata": {"set": 1}, "flags": {
          "on": {"state": "ENABLED", "variants": {"yes": true}, "defaultVariant": "yes",
            "metadata": {"own": "m"}},
          "gold": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "b",
            "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "a"]}}}}
        """)
    var output: [UInt8] = []
    FlagBatch(definitions).answer(Array(line.utf8)[...], into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    arguments: [
      (
        #"{"key":"on","type":"boolean","default":false,"context":{}}"#,
        #"""
        {"key":"on","value":true,"variant":"yes","reason":"STATIC","errorCode":null,\#
        "errorMessage":null,"flagMetadata":{"set":1,"own":"m"}}
        """#
      ),
      (
        #"{"key":"gold","type":"integer","default":0,"context":{"tier":"gold"}}"#,
        #"""
        {"key":"gold","value":1,"variant":"a","reason":"TARGETING_MATCH","errorCode":null,\#
        "errorMessage":null,"flagMetadata":{"set":1}}
        """#
      ),
      (
        #"{"key":"gold","type":"float","default":0.5}"#,
        #"""
        {"key":"gold","value":2,"variant":"b","reason":"DEFAULT","errorCode":null,\#
        "errorMessage":null,"flagMetadata":{"set":1}}
        """#
      ),
      (
        #"{"key":"on","type":"string","default":"x","context":null}"#,
        #"""
        {"key":"on","value":"x","variant":null,"reason":"ERROR","errorCode":"TYPE_MISMATCH",\#
        "errorMessage":"The flag's value is not of the type string.","flagMetadata":{"set":1,\#
        "own":"m"}}
        """#
      ),
      (
        #"{"key":"no\u0001","type":"object","default":{"a":[1]}}"#,
        #"""
        {"key":"no\u0001","value":{"a":[1]},"variant":null,"reason":"ERROR",\#
        "errorCode":"FLAG_NOT_FOUND","errorMessage":"There is no flag \"no\\u0001\".",\#
        "flagMetadata":{"set":1}}
        """#
      ),
      (
        #"{"key":"on","type":"boolean","default":false,"context":[]}"#,
        #"""
        {"key":"on","value":false,"variant":null,"reason":"ERROR",\#
        "errorCode":"INVALID_CONTEXT","errorMessage":"The context is not an object.",\#
        "flagMetadata":{"set":1,"own":"m"}}
        """#
      ),
      (
        "{",
        #"""
        {"key":null,"value":null,"variant":null,"reason":"ERROR","errorCode":"PARSE_ERROR",\#
        "errorMessage":"The line is not JSON: line 1, column 2: expected a member's name in \#
        double quotes.","flagMetadata":{}}
        """#
      ),
      (
        #"{"type":"boolean","default":1}"#,
        #"""
        {"key":null,"value":1,"variant":null,"reason":"ERROR","errorCode":"PARSE_ERROR",\#
        "errorMessage":"The line has no text \"key\".","flagMetadata":{}}
        """#
      ),
      (
        #"{"key":"on","type":"Boolean"}"#,
        #"""
        {"key":"on","value":null,"variant":null,"reason":"ERROR","errorCode":"PARSE_ERROR",\#
        "errorMessage":"The \"type\" is none of boolean, string, integer, float, object.",\#
        "flagMetadata":{}}
        """#
      ),
    ])
  func `Each line has one object as its answer`(line: String, result: String) throws {
    #expect(try answer(line) == result)
  }
}
