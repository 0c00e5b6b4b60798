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

  /// The methods that make or open something, by the container or flow that offers them; overloads
  /// repeat a name.
  var makers: [String: [String]] {
    code(of: Self.scope).reduce(into: [:]) { makers, line in
      makers[line.type, default: []] += []
      guard line.isMember, let match = line.text.firstMatch(of: Self.maker),
        !line.text.contains("private ")
      else { return }
      makers[line.type, default: []].append(String(match.1))
    }
  }

  /// The places at which a container or flow asks its parent again for something that it keeps.
  var repeatedQuestions: [String] {
    let code = code(of: Self.scope)
    return code.flatMap { keeping -> [String] in
      guard
        let match = keeping.text.firstMatch(of: #/^\s*(\w+)\s*=\s*(dependencies\.[\w.]+)/#)
      else { return [] }
      return code.filter {
        $0.type == keeping.type && $0.place != keeping.place
          && $0.text.matches(of: #/dependencies\.[\w.]+/#).contains {
            ($0.output + ".").hasPrefix(match.2 + ".")
          }
      }.map { "\($0.place) asks for '\(match.2)' again; '\(match.1)' keeps it." }
    }
  }

  /// A line of a type, or what a brace cuts off it.
  typealias Line = (type: String, isMember: Bool, place: String, text: Substring)

  /// The code of the types whose heads match, extensions included; the head names the type.
  func code(of head: Regex<(Substring, Substring)>) -> [Line] {
    let head = head.wordBoundaryKind(.simple)
    return files.flatMap { file in
      var (type, typeDepth) = (Substring?.none, 0)
      return file.parts.compactMap { part in
        if part.depth < typeDepth { type = nil }
        if type == nil, part.text.hasSuffix("{"), let match = part.text.firstMatch(of: head) {
          (type, typeDepth) = (match.1, part.depth + 1)
        }
        return type.map {
          (String($0), part.depth == typeDepth, "\(file.path):\(part.line)", part.text)
        }
      }
    }
  }

  private static var scope: Regex<(Substring, Substring)> {
    #/\b(?:extension|struct|class|actor)\s+(?:\w+\.)*(\w+(?:Container|Flow))\b/#
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
