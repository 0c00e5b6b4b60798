public import Basics

extension Files {
  /// Returns the texts of all Swift files under a folder, by file name.
  public static func swiftTexts(under folder: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for entry in try entries(in: folder) {
      let path = "\(folder)/\(entry.name)"
      if entry.name.hasSuffix(".swift") {
        texts[entry.name] = try text(of: path)
      } else if entry.isFolder {
        texts.merge(try swiftTexts(under: path)) { _, last in last }
      }
    }
    return texts
  }
}
