import Basics
import BasicsTesting
import FoundationEssentials
import Glibc

/// One tab of a Chromium without a window, driven through pipes.
///
/// Source: the Chrome DevTools Protocol.
final class Browser {
  static let program = "/usr/bin/chromium"
  static let isRequired = EnvironmentVariables.all["KOOBER_TEST_BROWSER"] == "required"
  static var isInstalled: Bool { Files.isExecutable(program) }

  private let process: Subprocess
  private let profile: TemporaryFolder
  private let messages: AsyncStream<Message>
  private var lastNumber = 0
  private var session: String?
  private var hasLoaded = false
  /// The addresses that were asked for, but for data in the page itself.
  private(set) var requests: [String] = []
  /// What the browser complained about.
  private(set) var complaints: [String] = []

  /// Starts a browser that reaches nothing but this machine.
  init() async throws {
    profile = try TemporaryFolder()
    // It reads commands from descriptor 3 and writes to descriptor 4. It binds a socket in its
    // temporary folder, whose whole path may have 107 bytes (unix(7)), however long ours is.
    let start = #"""
      cd "$1"; shift
      TMPDIR=/proc/self/cwd exec "$@" 3<&0 4>&1 </dev/null >/dev/null
      """#
    process = try Subprocess(
      "sh",
      ["-c", start, "sh", profile.path, Self.program, "--headless"]
        + ["--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"]
        + ["--user-data-dir=\(profile.path)", "--window-size=800,600"]
        + ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
      input: .pipe, output: .pipe, error: .captured)
    messages = Self.read(from: process)
    let target = try await call("Target.createTarget", Parameters(url: "about:blank")).targetId
    session = try await call("Target.attachToTarget", Parameters(targetId: target, flatten: true))
      .sessionId
    for domain in ["Network", "Log", "Runtime", "Page"] { try await call("\(domain).enable") }
  }

  deinit {
    process.signal(SIGKILL)
    process.wait()
  }

  func open(_ address: String) async throws {
    hasLoaded = false
    try await call("Page.navigate", Parameters(url: address))
    // What is asked before is asked of the page that is left.
    if !hasLoaded { try await receive("a loaded page") { $0.method == "Page.loadEventFired" } }
  }

  /// Asks pages for their light or dark look.
  func prefer(_ scheme: String) async throws {
    let feature = Parameters.Feature(name: "prefers-color-scheme", value: scheme)
    try await call("Emulation.setEmulatedMedia", Parameters(features: [feature]))
  }

  /// Returns the lines of the page as soon as one of them is a text.
  @discardableResult
  func waitForLine(_ line: String) async throws -> [String] {
    try await wait(for: "document.body.innerText.split('\\n').includes('\(line)')")
    return try await evaluate("document.body.innerText").split(separator: "\n").map(String.init)
  }

  /// Waits until an expression is true, which is looked at for each frame.
  func wait(for condition: String) async throws {
    _ = try await evaluate(
      """
      new Promise((done) => {
        const look = () => (\(condition)) ? done("") : requestAnimationFrame(look);
        look();
      })
      """)
  }

  /// The page as a picture, in the format PNG.
  func screenshot() async throws -> Data {
    let text = try await call("Page.captureScreenshot").data ?? ""
    return try Data(base64Encoded: text) ?? { throw Failure("no picture") }()
  }

  private func evaluate(_ expression: String) async throws -> String {
    let answer = try await call(
      "Runtime.evaluate",
      Parameters(expression: expression, awaitPromise: true, returnByValue: true))
    return try answer.result?.value ?? { throw Failure("no text: \(expression)") }()
  }

  // MARK: - Messages

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private struct Parameters: Encodable {
    var url: String?
    var targetId: String?
    var flatten: Bool?
    var expression: String?
    var awaitPromise: Bool?
    var returnByValue: Bool?
    var features: [Feature]?

    struct Feature: Encodable {
      let name: String
      let value: String
    }
  }

  private struct Command: Encodable {
    let id: Int
    let method: String
    let params: Parameters
    let sessionId: String?
  }

  private struct Message: Decodable {
    struct Text: Decodable {
      var value: String?
      var url: String?
      var text: String?
    }
    struct Answer: Decodable {
      var targetId: String?
      var sessionId: String?
      var data: String?
      var result: Text?
    }
    struct Event: Decodable {
      var request: Text?
      var entry: Text?
      var exceptionDetails: Text?
    }
    var id: Int?
    var method: String?
    var result: Answer?
    var params: Event?
  }

  @discardableResult
  private func call(
    _ method: String, _ parameters: Parameters = Parameters()
  ) async throws -> Message.Answer {
    lastNumber += 1
    let command = Command(
      id: lastNumber, method: method, params: parameters, sessionId: session)
    let text = try [UInt8](JSONEncoder().encode(command)) + [0]
    // A pipe takes so few bytes at once.
    guard let pipe = process.inputPipe, write(pipe, text, text.count) == text.count else {
      throw Failure("the browser does not listen")
    }
    let number = lastNumber
    let answer = try await receive("the answer to \(method) \(parameters.expression ?? "")") {
      $0.id == number
    }
    return try answer.result ?? { throw Failure("'\(method)' was refused") }()
  }

  /// Waits for a message, and notes what comes before it.
  @discardableResult
  private func receive(_ what: String, _ isWanted: (Message) -> Bool) async throws -> Message {
    while let message = try await messages.next(what, rounds: WaitBound.roundsForPrograms) {
      if message.method == "Network.requestWillBeSent", let url = message.params?.request?.url,
        !url.hasPrefix("data:")
      {
        requests.append(url)
      }
      let complaint = message.params?.entry?.text ?? message.params?.exceptionDetails?.text
      if let complaint { complaints.append(complaint) }
      if message.method == "Page.loadEventFired" { hasLoaded = true }
      if isWanted(message) { return message }
    }
    throw Failure("the browser has ended: \(String(decoding: process.error, as: UTF8.self))")
  }

  private static func read(from process: Subprocess) -> AsyncStream<Message> {
    let (messages, continuation) = AsyncStream<Message>.makeStream()
    TestThread.start {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while let pipe = process.outputPipe, case let count = Glibc.read(pipe, &buffer, 1 << 16),
        count > 0
      {
        for byte in buffer.prefix(count) {
          guard byte == 0 else {
            text.append(byte)
            continue
          }
          // What has another shape is an event that nobody looks at.
          if let message = try? JSONDecoder().decode(Message.self, from: Data(text)) {
            continuation.yield(message)
          }
          text = []
        }
      }
      continuation.finish()
    }
    return messages
  }
}
