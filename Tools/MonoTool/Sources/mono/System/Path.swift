/// Operations on slash-separated paths that never ask the disk.
enum Path {
  /// Joins two paths; an absolute second path wins, an empty one changes nothing.
  static func join(_ base: String, _ path: String) -> String {
    if path.hasPrefix("/") || base.isEmpty { return normalize(path) }
    return normalize(base + "/" + path)
  }

  /// Removes `.`, resolves `..` and repeated slashes; the current folder is the empty path.
  static func normalize(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// The path that leads from `base` to `path`; both absolute, or both relative to one folder.
  static func relative(_ path: String, to base: String) -> String {
    let target = normalize(path).split(separator: "/")
    let start = normalize(base).split(separator: "/")
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: start.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }

  /// The folder that holds the path; the empty path for a path without a slash.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The text after the last dot of the last component, or the empty string.
  static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// Whether the path is the folder or inside it; inside the empty path is all that stays below it.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    if folder.isEmpty { return !path.hasPrefix("../") && path != ".." && !path.hasPrefix("/") }
    return path == folder || (path.hasPrefix(folder) && path.dropFirst(folder.count).first == "/")
  }
}
