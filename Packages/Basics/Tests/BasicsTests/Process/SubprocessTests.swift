import BasicsTesting
import Glibc
import Testing

@testable import Basics

struct SubprocessTests {
  @Test func `Output, error, status, input and environment go through`() throws {
    let outcome = try Subprocess.run(
      "sh", ["-c", "cat; echo $WORD; echo wrong >&2; exit 3"],
      environment: ["WORD": "value", "PATH": "/usr/bin:/bin"],
      input: .bytes(Array("input\n".utf8)))

    #expect(outcome.outputText == "input\nvalue\n")
    #expect(outcome.errorText == "wrong\n")
    #expect(outcome.status == .exited(3))
  }

  @Test func `A lot on both streams does not block`() throws {
    let outcome = try Subprocess.run(
      "sh", ["-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"])

    #expect(outcome.output.count == 300_000)
    #expect(outcome.error.count == 300_000)
  }

  @Test func `Both streams can go to one place, in their order`() throws {
    let outcome = try Subprocess.run(
      "sh", ["-c", "echo one; echo two >&2; echo three"], error: .standardOutput)

    #expect(outcome.outputText == "one\ntwo\nthree\n")
  }

  @Test func `A signal is distinguished from an exit`() throws {
    let status = try Subprocess("sh", ["-c", "kill -9 $$"]).wait()

    #expect(status == .signaled(SIGKILL))
    #expect(status.code == 137)
  }

  @Test func `A program that does not exist is an error with its name`() {
    #expect(throws: SubprocessError(program: "no-such-program", errorNumber: ENOENT)) {
      try Subprocess("no-such-program")
    }
  }

  @Test func `A process is killed when its time is over`() throws {
    let process = try Subprocess("sleep", ["100"])

    #expect(process.wait(within: .milliseconds(1)) == nil)
    #expect(process.wait() == .signaled(SIGKILL))
  }

  @Test func `A process that ends in time keeps its status`() throws {
    #expect(try Subprocess("true").wait(within: .seconds(100)) == .exited(0))
  }

  /// Pipes close with the object, which ends the program.
  @Test func `A program that outlives its object is no zombie`() async throws {
    let process = try Subprocess("cat", input: .pipe).identifier

    var info = siginfo_t()
    try await eventually("the end of process \(process)") {
      waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG) != 0
    }
    #expect(errno == ECHILD)
  }

  @Test func `Several can wait for one end, and signals after it go nowhere`() async throws {
    let process = try Subprocess("cat", input: .pipe)
    #expect(!process.hasEnded)
    let ends = (0..<2).map { _ in Task { await process.ended() } }
    process.signal(SIGTERM)

    for end in ends { #expect(try await end.outcome("an end") == .signaled(SIGTERM)) }
    #expect(process.hasEnded)
    process.signal(SIGKILL)
    #expect(process.wait() == .signaled(SIGTERM))
    #expect(process.peakMemory > 0)
  }

  @Test func `Pipes lead to and from a program`() throws {
    let process = try Subprocess("cat", input: .pipe, output: .pipe)
    let (input, output) = (try #require(process.inputPipe), try #require(process.outputPipe))
    var byte: UInt8 = 7

    #expect(write(input, &byte, 1) == 1)
    byte = 0
    #expect(read(output, &byte, 1) == 1)
    #expect(byte == 7)
    process.signal(SIGTERM)
    #expect(process.wait() == .signaled(SIGTERM))
  }

  @Test func `A program gets its streams, what it is given as number 3, and nothing else`() throws {
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    let list = ["-c", "cd /proc/self/fd; for fd in *; do [ -e $fd ] && echo $fd; done"]

    let plain = try Subprocess.run("bash", list)
    let given = try Subprocess("bash", list, output: .captured, descriptor3: open).outcome()

    #expect(plain.outputText == "0\n1\n2\n")
    #expect(given.outputText == "0\n1\n2\n3\n")
  }

  @Test func `No signal is blocked or ignored that a program counts on`() throws {
    var all = sigset_t()
    sigfillset(&all)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    let outcome = try Subprocess.run("grep", ["SigBlk", "/proc/self/status"])

    #expect(outcome.outputText == "SigBlk:\t0000000000000000\n")
  }

  @Test func `A session of its own has its own number`() throws {
    let process = try Subprocess(
      "sh", ["-c", "cut -d ' ' -f 6 /proc/$$/stat"], output: .captured, startsSession: true)

    #expect(process.outcome().outputText == "\(process.identifier)\n")
  }

  @Test func `Files are read and written`() throws {
    let outcome = try Subprocess.run("cat", input: .file("/proc/self/comm"))

    #expect(outcome.outputText == "cat\n")
  }
}
