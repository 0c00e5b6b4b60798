import Basics

/// Where the types of a package are declared.
struct Declarations {
  private var places: [String: String] = [:]

  /// Reads the sources of the package to which a test belongs; nothing where they are not.
  init(ofPackageWith test: String) {
    let parts = test.split(separator: "/", omittingEmptySubsequences: false)
    guard let tests = parts.lastIndex(of: "Tests") else { return }
    let root = parts[..<tests].joined(separator: "/")
    for folder in ["Sources", "Tests"] { read("\(root)/\(folder)", from: root) }
  }

  private mutating func read(_ folder: String, from root: String) {
    // Without sources a message has no places, and is otherwise complete.
    for entry in (try? Files.entries(in: folder)) ?? [] {
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder { read(path, from: root) }
      guard entry.name.hasSuffix(".swift"), let text = try? Files.text(of: path) else { continue }
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//"),
          let match = line.firstMatch(of: /\b(?:actor|class|enum|struct) ([A-Z]\w*)/)
        else { continue }
        let place = "\(path.dropFirst(root.count + 1)):\(number + 1)"
        if places[String(match.1)] == nil { places[String(match.1)] = place }
      }
    }
  }

  /// Returns where each type that a text names is declared.
  func places(in text: String) -> [String] {
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    return words.sorted().compactMap { word in places[word].map { "\(word): \($0)" } }
  }
}
