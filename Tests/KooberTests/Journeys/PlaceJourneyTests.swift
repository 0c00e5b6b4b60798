import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

struct PlaceJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `An imported place is found by its first letters without its accent`() async throws {
    let file = try write(
      "places.csv", "id,name,latitude,longitude\nq1,Élysée,48.87,2.3165\nq2,Köln,50.94,6.96\n")

    let imported = await machine.run("places", "import", file, "--json")
    let again = await machine.run("places", "import", file, "--json")
    let found = try await machine.run("places", "search", "elys", "--json")
      .document(PlacesDocument.self)

    #expect(imported.output.contains("\"imported\": 2"))
    #expect(again.output.contains("\"skipped\": 2"))
    #expect(found.places.map(\.name) == ["Élysée"])
    let table = await machine.run("places", "search", "elys")
    #expect(table.output.contains("Élysée"))
    #expect(table.error == "")
    let missing = await machine.run("places", "search", "xyz")
    #expect(missing.error == "No place matches 'xyz'.\n")
  }

  @Test func `A bad line is named and nothing is imported`() async throws {
    let file = try write("places.csv", "name,latitude,longitude\nHere,1,2\nThere,north,2\n")

    let outcome = await machine.run("places", "import", file)

    #expect(outcome.status == 65)
    #expect(outcome.error.contains("line 3"))
    #expect(await machine.run("places", "search", "Here").output == "")
  }

  @Test func `A name of several places lists them`() async throws {
    let file = try write(
      "places.csv", "id,name,latitude,longitude\na,Springfield,1,1\nb,Springfield,2,2\n")
    _ = await machine.run("places", "import", file)
    await machine.signUp("Ada")

    let ambiguous = await machine.run("ride", "options", "--from", "0.9,1", "--to", "Springfield")
    let exact = await machine.run(
      "ride", "options", "--from", "0.9,1", "--to", "places:a", "--json")

    #expect(ambiguous.status == 64)
    #expect(ambiguous.error.contains("a  Springfield"))
    #expect(ambiguous.error.contains("b  Springfield"))
    #expect(exact.status == 0)
  }

  @Test func `The rider's location is kept, used and forgotten`() async throws {
    _ = await machine.run("location", "set", "-33.858667,151.214028")

    let found = try await machine.run("places", "search", "opera", "--json")
      .document(PlacesDocument.self)
    #expect(found.places.first?.distanceMeters == 0)

    let cleared = await machine.run("location", "clear")
    #expect(cleared.output == "-33.864308,151.209146\n")
  }

  @Test func `A corrupt location is named with its repair`() async throws {
    _ = await machine.run("location", "set", "1,2")
    try Data("nowhere".utf8).write(to: URL(filePath: "\(machine.home.path)/config/location.json"))

    let outcome = await machine.run("location", "show")

    #expect(outcome.status == 65)
    #expect(outcome.error.contains("koober location clear"))
    #expect(await machine.run("location", "clear").status == 0)
  }

  private func write(_ name: String, _ content: String) throws -> String {
    let path = "\(machine.home.path)/\(name)"
    try Data(content.utf8).write(to: URL(filePath: path))
    return path
  }
}
