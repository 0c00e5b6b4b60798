import Core
import FoundationEssentials
import Testing

@testable import Cloud

struct ContractTests {
  private let table = RouteTable(CloudServices(TestCloud()))

  /// The contract has no list of its endpoints, so they are looked up where they are declared.
  @Test func `Every endpoint that the contract declares is served`() throws {
    let served = table.endpoints.map(\.name)

    let declared = try Self.declaredNames()
    #expect(declared.count >= 20)
    #expect(served.sorted() == declared.sorted())
    #expect(Set(served).count == served.count)
  }

  @Test func `Everything about a rider needs a session`() {
    let open = table.endpoints.filter { endpoint in
      if case .anyone = endpoint.access { true } else { false }
    }

    #expect(
      Set(open.map(\.name)) == [
        "signUp", "signIn", "searchPlaces", "place", "recordExperimentEvents", "flags",
      ])
  }

  @Test func `No two endpoints share a method and a path`() {
    let addresses = table.endpoints.map { "\($0.method.rawValue) \($0.path)" }

    #expect(Set(addresses).count == addresses.count)
  }

  private static func declaredNames() throws -> [String] {
    let packages = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    let folder = "/\(packages)/Core/Sources/Core/CloudAPI"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try files.filter { $0.hasPrefix("CloudAPI+") }.flatMap { file in
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        .matches(of: /static let (\w+) = Endpoint</).map { String($0.1) }
    }
  }
}
