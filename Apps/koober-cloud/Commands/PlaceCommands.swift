import Cloud
import CloudStore
import Console
import Terminal

enum PlaceCommands {
  private static let file = Argument(
    "FILE", kind: .inputFile, help: "The file to read; - for standard input.")
  private static let format = Option<PlaceFileFormat?>(
    "format", kind: .caseName("FORMAT"),
    help: "The file's format; found out from its name and content without it.")
  private static let source = Option<String?>(
    "source",
    help: """
      The name of the data set of a CSV or GeoJSON file, within which its identifiers are unique; \
      without it the file's name without its ending.
      """)
  private static let strictFlag = Flag(
    "strict", help: "Stop at a row without a location or a name instead of leaving it out.")

  static let places = Command<CommandContext>(
    "places", summary: "Import places from a file.",
    examples: [CommandExample("koober-cloud places import AU.txt", "Import Australia.")],
    subcommands: [importPlaces])

  private static let importPlaces = Command<CommandContext>(
    "import", summary: "Import places from a file.",
    discussion: """
      \(PlaceFileFormat.help) Places are written in pieces, between which \
      servers that run meanwhile write, too. An import that ends early, at a wrong line for \
      example, leaves whole pieces and can be run again: what is known already is skipped.
      """,
    examples: [
      CommandExample("koober-cloud places import AU.txt --format geonames", "Import Australia."),
      CommandExample(
        "koober-cloud places import liechtenstein.osm.pbf", "Import a country, map and all."),
    ],
    parameters: [file, format, source, strictFlag, DatabaseOption.database]
  ) { values, context in
    let importer = try context.cloud(values).makePlaceImporter()
    let summary = try await context.showingActivity("Importing \(values[file])") { activity in
      try await importer.importPlaces(
        from: values[file], format: values[format], source: values[source],
        isStrict: values[strictFlag]
      ) {
        activity.report($0.bytesRead, of: $0.totalBytes)
      }
    }
    try context.print(summary, line: "\(summary.text)")
  }
}
