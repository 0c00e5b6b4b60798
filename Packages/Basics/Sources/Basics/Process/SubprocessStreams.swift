import Glibc
import Synchronization

/// The connections of a program's standard streams.
struct SubprocessStreams: Sendable {
  let input: SubprocessStream
  let output: SubprocessStream
  let error: SubprocessStream

  init(
    input: Subprocess.Input, output: Subprocess.Output, error: Subprocess.Output
  ) throws(SystemError) {
    self.input = try SubprocessStream(input)
    self.output = try SubprocessStream(output)
    self.error = try SubprocessStream(error)
  }

  /// Adds what the new process does to get its streams.
  func connect(_ actions: inout Spawn.FileActions) {
    for (number, stream) in [input, output, error].enumerated() {
      stream.connect(Int32(number), &actions)
    }
  }

  /// Closes the ends of pipes that are the program's now.
  func closeFarEnds() { for stream in [input, output, error] { stream.farEnd?.close() } }
}

/// One standard stream.
struct SubprocessStream: Sendable {
  private enum Source {
    case inherited
    case descriptor(Int32)
    case file(String, flags: Int32)
  }

  private let source: Source
  private var captured: Descriptor?
  /// This process's end of a pipe.
  private(set) var nearEnd: Descriptor?
  /// The program's end of a pipe.
  private(set) var farEnd: Descriptor?

  init(_ input: Subprocess.Input) throws(SystemError) {
    switch input {
    case .null: source = .file("/dev/null", flags: O_RDONLY)
    case .inherited: source = .inherited
    case .descriptor(let number): source = .descriptor(number)
    case .file(let path): source = .file(path, flags: O_RDONLY)
    case .bytes(let bytes):
      let file = try Descriptor.unnamedFile()
      try file.write(bytes)
      captured = file
      source = .descriptor(file.number)
    case .pipe:
      let ends = try Descriptor.pipe()
      (farEnd, nearEnd) = ends
      source = .descriptor(ends.reading.number)
    }
  }

  init(_ output: Subprocess.Output) throws(SystemError) {
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    switch output {
    case .null: source = .file("/dev/null", flags: writing)
    case .inherited: source = .inherited
    case .descriptor(let number): source = .descriptor(number)
    case .file(let path): source = .file(path, flags: writing)
    case .captured:
      let file = try Descriptor.unnamedFile()
      captured = file
      source = .descriptor(file.number)
    case .pipe:
      let ends = try Descriptor.pipe()
      (nearEnd, farEnd) = ends
      source = .descriptor(ends.writing.number)
    case .standardOutput: source = .descriptor(STDOUT_FILENO)
    }
  }

  func connect(_ number: Int32, _ actions: inout Spawn.FileActions) {
    switch source {
    case .inherited: break
    case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    case .file(let path, let flags):
      posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
    }
  }

  /// The content of the unnamed file.
  var content: [UInt8] { captured?.content ?? [] }
}

/// The system's number of an error.
struct SystemError: Error {
  let number: Int32
  /// The folder that had the error, when it was one.
  var folder: String?
}

/// An open descriptor that is kept from other programs; closed with its last owner, or before.
final class Descriptor: Sendable {
  let number: Int32
  private let isOpen = Mutex(true)

  private init(_ number: Int32) throws(SystemError) {
    guard number >= 0 else { throw SystemError(number: errno) }
    self.number = number
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  deinit { close() }

  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Glibc.close(number) }
      isOpen = false
    }
  }

  static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    let made = Spawn.lock.withLock { _ in
      let code = Glibc.pipe(&ends)
      for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return code == 0
    }
    guard made else { throw SystemError(number: errno) }
    return (try Descriptor(ends[0]), try Descriptor(ends[1]))
  }

  /// A file without a name among the temporary files.
  static func unnamedFile() throws(SystemError) -> Descriptor {
    var template = Array("\(Files.temporaryFolder)/subprocess.XXXXXX".utf8CString)
    let number = Spawn.lock.withLock { _ in
      let number = mkstemp(&template)
      if number >= 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      return number
    }
    guard number >= 0 else { throw SystemError(number: errno, folder: Files.temporaryFolder) }
    let file = try Descriptor(number)
    unlink(template)
    return file
  }

  /// Writes bytes and goes back to the start.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    guard writeAll(bytes, to: number) else { throw SystemError(number: errno) }
    lseek(number, 0, SEEK_SET)
  }

  /// The whole content, wherever the program stands in it.
  var content: [UInt8] {
    var status = stat()
    guard fstat(number, &status) == 0 else { return [] }
    let size = Int(status.st_size)
    // An array without room is one that all share, and its count would be written.
    guard size > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = pread(number, buffer.baseAddress?.advanced(by: count), size - count, count)
        if part < 0, errno == EINTR { continue }
        if part <= 0 { break }
        count += part
      }
    }
  }
}
