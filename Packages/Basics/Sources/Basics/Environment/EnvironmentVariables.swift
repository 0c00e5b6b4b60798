@preconcurrency import Glibc  // Its `environ` is a variable.

/// The environment variables of the process.
public enum EnvironmentVariables {
  /// All of them, as they are now; of two with one name the first, as `getenv` has it.
  ///
  /// Foundation finds the same with twice the work, which a short command feels.
  public static var all: [String: String] {
    var variables: [String: String] = [:]
    // Growing step by step would cost more than everything else here.
    variables.reserveCapacity(64)
    var next = environ
    while let entry = next.pointee {
      if let end = strchr(entry, CInt(UInt8(ascii: "="))) {
        let name = UnsafeBufferPointer(start: entry, count: end - entry)
          .withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
        if variables[name] == nil { variables[name] = String(cString: end + 1) }
      }
      next += 1
    }
    return variables
  }

  /// Sets a variable, for this process and the programs that it starts from now on.
  ///
  /// Other threads must not read or set variables at the same time.
  public static func set(_ name: String, to value: String) { setenv(name, value, 1) }
}
