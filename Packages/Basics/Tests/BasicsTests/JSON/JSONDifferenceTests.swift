import Basics
import Testing

struct JSONDifferenceTests {
  @Test func `Members that were added, removed or changed have their path`() {
    let old: JSON = ["a": 1, "b": ["c": true, "d": [1, 2]], "x y": "z"]
    let new: JSON = ["b": ["c": false, "d": [1, 3], "e": .null], "f": 2]

    let changes = JSONDifference(from: old, to: new).changes

    #expect(
      changes == [
        .init(path: "$.a", old: 1, new: nil),
        .init(path: "$[\"x y\"]", old: "z", new: nil),
        .init(path: "$.b.c", old: true, new: false),
        .init(path: "$.b.d[1]", old: 2, new: 3),
        .init(path: "$.b.e", old: nil, new: .null),
        .init(path: "$.f", old: nil, new: 2),
      ])
  }

  @Test func `Lists of different lengths and values of different kinds are one change`() {
    #expect(JSONDifference(from: [1, 2], to: [1]).changes.map(\.path) == ["$"])
    #expect(JSONDifference(from: ["a": [1]], to: ["a": 1]).changes.map(\.path) == ["$.a"])
    #expect(JSONDifference(from: ["a": 1, "b": 2], to: ["b": 2, "a": 1]).changes == [])
  }
}
