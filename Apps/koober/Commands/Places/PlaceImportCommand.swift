import Cloud
import CloudStore
import Console
import Core
import Terminal

/// Bringing places from a file into the embedded cloud.
enum PlaceImportCommand {
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

  static let importPlaces = Command<CommandContext>(
    "import", summary: "Import places from a file.",
    discussion: """
      \(PlaceFileFormat.help) When a line is wrong, places before \
      it may have been imported; correct the line and import the file again: what is known already \
      is skipped.
      """,
    examples: [
      CommandExample("koober places import AU.txt --format geonames", "Import Australia.")
    ],
    parameters: [file, format, source, strictFlag]
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
