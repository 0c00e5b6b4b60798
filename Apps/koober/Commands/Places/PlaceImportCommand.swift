import Cloud
import Commands
import Core
import Terminal

/// Bringing places from a file into the embedded cloud.
enum PlaceImportCommand {
  private static let file = Argument(
    "FILE", kind: .inputFile, help: "The file to read; - for standard input.")
  private static let format = Option<PlaceFileFormat?>(
    "format", kind: .caseName("FORMAT"),
    help: "The file's format; found out from its name and content without it.")

  static let importPlaces = Command<CommandContext>(
    "import", summary: "Import places from a file.",
    discussion: """
      GeoNames files are tab separated; CSV needs a heading with name, latitude and longitude, and \
      may have id; GeoJSON is a collection of points with names. Of an extract of OpenStreetMap \
      (FILE.osm.pbf), which osmium-tool has to read, places, streets, stations and sights are imported, \
      and the outlines of waters and parks for the map. When a line is wrong, places before \
      it may have been imported; correct the line and import the file again: what is known already \
      is skipped.
      """,
    examples: [
      CommandExample("koober places import AU.txt --format geonames", "Import Australia.")
    ],
    parameters: [file, format]
  ) { values, context in
    let choice = context.container.cloudSelection.choice
    guard choice == .embedded else {
      throw Problem(
        .usage, code: "operatorsPlaces",
        message: "The places of \(choice.argument) are imported by its operator.",
        hint: "There, run 'koober-cloud places import FILE'; here, use '--cloud embedded'.")
    }
    let importer = CloudContainer(dependencies: context.container.embeddedCloud)
      .makePlaceImporter()
    let summary = try await context.showingActivity("Importing \(values[file])") { activity in
      try await importer.importPlaces(from: values[file], format: values[format]) {
        activity.report($0.bytesRead, of: $0.totalBytes)
      }
    }
    try context.print(
      summary,
      line: "\(summary.imported) imported, \(summary.updated) updated, \(summary.skipped) skipped.")
  }
}
