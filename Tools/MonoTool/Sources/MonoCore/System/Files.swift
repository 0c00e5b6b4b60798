import Glibc

/// Reads and changes files; paths may be relative to the working folder.
package enum Files {
  /// The contents of a file, or `nil` when it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: max(1 << 12, Int(status.st_size) + 1))
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The contents of a file as text; bytes that are not UTF-8 become replacement characters.
  package static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a whole file in one step: readers see the old contents or the new, never a part.
  package static func write(_ bytes: [UInt8], to path: String) throws(MonoError) {
    let folder = Path.folder(of: path)
    if !folder.isEmpty { try makeFolder(folder) }
    let temporary = "\(path).\(getpid()).new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw cannot("write", path) }
    let written = bytes.isEmpty ? 0 : Glibc.write(file, bytes, bytes.count)
    guard close(file) == 0, written == bytes.count, rename(temporary, path) == 0 else {
      let error = cannot("write", path)
      unlink(temporary)
      throw error
    }
  }

  package static func write(_ text: String, to path: String) throws(MonoError) {
    try write(Array(text.utf8), to: path)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// When the contents of the file last changed, in nanoseconds since 1970, and its size.
  package static func stamp(_ path: String) -> (modified: Int, size: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let seconds = status.st_mtim.tv_sec * 1_000_000_000
    return (seconds + status.st_mtim.tv_nsec, Int(status.st_size))
  }

  package static func makeFolder(_ path: String) throws(MonoError) {
    if isFolder(path) { return }
    let parent = Path.folder(of: path)
    if !parent.isEmpty, parent != path { try makeFolder(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw cannot("create", path) }
  }

  /// Removes a file or a whole folder; nothing happens when there is none.
  package static func remove(_ path: String) throws(MonoError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for entry in entries(path) { try remove(path + "/" + entry.name) }
      guard rmdir(path) == 0 else { throw cannot("remove", path) }
    } else {
      guard unlink(path) == 0 else { throw cannot("remove", path) }
    }
  }

  /// A new empty folder that only this process knows; among other temporary files when no parent
  /// is given.
  package static func makeTemporaryFolder(
    in folder: String? = nil
  ) throws(MonoError) -> String {
    if let folder { try makeFolder(folder) }
    let parent = folder ?? ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/mono.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw cannot("create", "\(parent)/mono.XXXXXX") }
    let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The path without symbolic links, or `nil` when it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What a symbolic link says, or `nil` when the path is none.
  package static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func cannot(_ verb: String, _ path: String) -> MonoError {
    let reason = String(cString: strerror(errno))
    return .failure(
      "Cannot \(verb) \(path): \(reason).", hint: "Check the path, its permissions and the disk.")
  }
}
