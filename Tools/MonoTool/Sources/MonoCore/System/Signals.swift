import Glibc

enum Signals {
  /// Does a short piece of work that an interrupt must not cut in two.
  static func ignoringInterrupts<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let interrupts = [SIGINT, SIGTERM, SIGHUP]
    let handlers = interrupts.map { signal($0, SIG_IGN) }
    defer { for (interrupt, handler) in zip(interrupts, handlers) { signal(interrupt, handler) } }
    return try work()
  }
}
