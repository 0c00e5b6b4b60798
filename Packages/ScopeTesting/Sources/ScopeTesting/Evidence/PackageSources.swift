import FoundationEssentials

/// The sources of the package whose tests run.
struct PackageSources: Sendable {
  /// A file with its code, comments and strings left out.
  struct File: Sendable {
    let path: String
    let text: String
    let code: String
  }

  /// The module whose sources these are.
  let module: String
  let files: [File]

  /// Reads the sources of a module from beside the folder `Tests` in which a test lies.
  init(of module: String, besides test: String) throws {
    self.module = module
    let parts = test.split(separator: "/", omittingEmptySubsequences: false)
    let tests = parts.lastIndex(of: "Tests") ?? parts.endIndex
    let folder = (parts[..<tests] + ["Sources", module[...]]).joined(separator: "/")
    files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.sorted().map { name in
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        return File(path: "Sources/\(module)/\(name)", text: text, code: SourceText(text).code)
      }
  }

  /// The flags of the substitutions that the sources declare.
  var substitutedFlags: [String] {
    files.flatMap { file in
      file.text.matches(of: #/Substitution<[^\n]*>\(\s*flag:\s*"([^"]+)"/#).map { String($0.1) }
    }
  }

  /// The methods that make or open something, by the container or flow that offers them.
  var makers: [String: Set<String>] {
    files.reduce(into: [:]) { makers, file in
      var (type, typeDepth) = (Substring?.none, 0)
      for part in file.parts {
        if part.depth < typeDepth { type = nil }
        if type == nil, part.text.hasSuffix("{"), let match = part.text.firstMatch(of: Self.scope) {
          (type, typeDepth) = (match.1, part.depth + 1)
          makers[String(match.1), default: []].formUnion([])
        } else if let type, part.depth == typeDepth,
          let match = part.text.firstMatch(of: Self.maker), !part.text.contains("private ")
        {
          makers[String(type), default: []].insert(String(match.1))
        }
      }
    }
  }

  private static var scope: Regex<(Substring, Substring)> {
    #/\b(?:extension|struct|class|actor)\s+(?:\w+\.)*(\w+(?:Container|Flow))\b/#
      .wordBoundaryKind(.simple)
  }

  private static var maker: Regex<(Substring, Substring)> {
    #/\bfunc\s+((?:make|open)[A-Z]\w*)/#.wordBoundaryKind(.simple)
  }
}

extension PackageSources.File {
  /// A line or what a brace cuts off it, and how many braces are open before it.
  typealias Part = (line: Int, depth: Int, text: Substring)

  /// The lines of the code, cut after each brace.
  var parts: [Part] {
    var (line, depth, parts) = (1, 0, [Part]())
    var start = code.startIndex
    for index in code.indices where "{}\n".contains(code[index]) {
      let isNewline = code[index] == "\n"
      let end = code.index(after: index)
      parts.append((line, depth, code[start..<(isNewline ? index : end)]))
      start = end
      line += isNewline ? 1 : 0
      depth += code[index] == "{" ? 1 : code[index] == "}" ? -1 : 0
    }
    return parts + [(line, depth, code[start...])]
  }
}
