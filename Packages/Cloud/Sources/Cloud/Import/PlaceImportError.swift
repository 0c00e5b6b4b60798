public import Basics
public import CloudStore
public import Core

/// An error of an import.
public enum PlaceImportError: Error, Equatable {
  /// The file to import cannot be read.
  case file(FileError)
  /// The name of the data set is empty, too long, or begins or ends with a blank.
  case badSource
  /// The file has to be converted by a command first; the form ends a sentence.
  case otherForm(path: String, form: String, command: String)
  /// The format is detected neither by the file's name nor by its beginning.
  case unknownFormat(path: String)
  /// A line that violates the format; the reason ends a sentence.
  case badLine(path: String, line: Int, reason: String)
  /// The program that reads extracts of OpenStreetMap cannot be started.
  case noOsmium(SubprocessError)
  /// The extract cannot be read; the reason is osmium's.
  case badExtract(path: String, reason: String)
  /// The import was cancelled.
  case cancelled(path: String)
  /// The cloud's database, or its file, does not work.
  case database(StoreError)
}

extension PlaceImportError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .file(let failure) where failure.kind != .missing:
      Problem(
        .noInput, code: "unreadableFile", message: "\(failure.path): \(failure.reason).",
        hint: "Name a file that this user may read.")
    case .file(let failure): failure.problem
    case .badSource:
      Problem(
        .usage, code: "badSource",
        message:
          "The name of a data set has 1 to \(PlaceImporter.longestSource) bytes, and no blank at "
          + "its ends.",
        hint: "Choose another name for --source.")
    case .otherForm(let path, let form, let command):
      Problem(
        .badData, code: "otherForm", message: "\(path) is \(form).",
        hint: "Import what '\(command.replacing("FILE", with: path))' makes of it.")
    case .database(let error): error.problem
    case .unknownFormat(let path):
      Problem(
        .badData, code: "unknownFormat",
        message: "\(path): the file's format cannot be told from its name or its beginning.",
        hint: "Name the format: geonames, csv, geojson or osm.")
    case .badLine(let path, let line, let reason):
      Problem(
        .badData, code: "badImport", message: "\(path), line \(line): \(reason).",
        hint:
          "Some places before that line may have been imported. Correct the line and import the "
          + "file again; what is known already is skipped.")
    case .noOsmium(let error):
      Problem(
        .unreachable, code: "noOsmium",
        message: "Extracts of OpenStreetMap are read by osmium. \(error)",
        hint: "Install it: 'apt install osmium-tool', or see https://osmcode.org/osmium-tool.")
    case .badExtract(let path, let reason):
      Problem(
        .badData, code: "badImport", message: "\(path): osmium cannot read the extract: \(reason)",
        hint:
          "Nothing was imported. Check that the extract is whole, that its name ends in .osm.pbf, and "
          + "that there is room in TMPDIR.")
    case .cancelled(let path):
      Problem(
        .cancelled, code: "cancelled", message: "The import of \(path) was stopped.",
        hint: "Some places may have been imported. Import the file again; what is known already "
          + "is skipped.")
    }
  }
}
