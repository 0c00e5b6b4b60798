import Core
import CoreTesting
import Testing

@testable import koober_cloud

struct DatabaseAddressTests {
  private static let secret = "pa55word"

  @Test(arguments: [
    ("postgresql://koober:pa55word@db/koober", "postgresql://koober@db/koober"),
    ("postgres://u:pa55word@db:5433/n?sslmode=require", "postgres://u@db:5433/n?sslmode=require"),
    (
      "postgresql://db/n?user=u&password=pa55word&sslmode=require",
      "postgresql://db/n?user=u&sslmode=require"
    ),
    ("postgresql://u:pa55word@/n?host=/run", "postgresql://u@/n?host=/run"),
    ("postgresql://u:pa55word%40:%2F@[::1]:5433,h/n", "postgresql://u@[::1]:5433,h/n"),
    ("postgresql://u@h/n?sslpassword=pa55word", "postgresql://u@h/n"),
  ])
  func `A password is in the environment only, and never shown`(
    address: String, shown: String
  ) throws {
    let database = try DatabaseAddress(
      option: nil, environment: [DatabaseAddress.variable: address])

    #expect("\(database)" == shown)
    let refused = #expect(throws: Problem.self) {
      try DatabaseAddress(option: address, environment: [:])
    }
    #expect(refused?.code == "passwordInArguments")
    #expect(refused.map { "\($0)".contains(Self.secret) } == false)
  }

  @Test(arguments: [
    "mysql://u:pa55word@db/n", "pa55word", "postgresql://u:pa55word/@db/n", "sqlite:",
    "postgresql://u:pa55word@db/n\n", "postgresql://u:pa55word%zz@db/n",
    "postgresql://u:pa55word%@db/n", "postgresql://u:x@pa55word@db/n",
    "postgresql://u:x?pa55word@db/n", "postgresql://u:5432?pa55word@db/n",
    "postgresql://u@db/n?pass%77ord=pa55word", "postgresql://u@db/n?Password=pa55word",
    "postgresql://u@db/n?unknown=pa55word", "postgresql://u:pa55word%00@db/n",
    "postgresql://u@db:pa55word/n", "postgresql://u:é@pa55word/n",
  ])
  func `What is no address is not shown either`(address: String) {
    for (option, environment) in [(address, [:]), (nil, [DatabaseAddress.variable: address])] {
      let refused = #expect(throws: Problem.self) {
        try DatabaseAddress(option: option, environment: environment)
      }
      #expect(refused?.code == "badDatabase")
      #expect(refused.map { "\($0)".contains(Self.secret) } == false)
    }
  }

  @Test func `The option beats the environment, which beats the user's own cloud`() throws {
    let environment = ["KOOBER_HOME": "/k", DatabaseAddress.variable: "sqlite:/e/cloud.sqlite"]

    #expect(
      try DatabaseAddress(option: "sqlite:/o/c.sqlite", environment: environment).file
        == "/o/c.sqlite")
    #expect(try DatabaseAddress(option: nil, environment: environment).file == "/e/cloud.sqlite")
    let own = try DatabaseAddress(option: nil, environment: ["KOOBER_HOME": "/k"])
    #expect(own.file == "/k/data/cloud/cloud.sqlite")
    #expect(own.flagsFile == "/k/data/cloud/flags.json")
  }
}
