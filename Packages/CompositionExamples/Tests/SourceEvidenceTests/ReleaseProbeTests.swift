import SourceEvidence
import Testing

/// The modules of this build decide: only those of a release build are without probes.
struct ReleaseProbeTests {
  #if DEBUG
    @Test func `A debug build spends instructions on a probe`() throws {
      #expect(try instructions(probed: true).count > instructions(probed: false).count)
    }
  #else
    @Test func `A release build has the same instructions with a probe and without`() throws {
      let without = try instructions(probed: false)

      #expect(try instructions(probed: true) == without)
      #expect(!without.isEmpty)
    }
  #endif

  /// Returns the instructions of `openScope` in a file compiled with optimization.
  private func instructions(probed: Bool) throws -> [Substring] {
    let assembly = try Compiler().assembly(
      of: ["ProbedScope.swift": Self.probedScope], module: "Probes",
      defining: probed ? ["PROBED"] : [])
    return assembly.split(separator: "\n")
      .drop { !($0.contains("openScope") && $0.contains(": #")) }
      .prefix { !$0.contains(".cfi_endproc") }
      .filter { $0.hasPrefix("\t") && !$0.hasPrefix("\t.") }
  }

  private static let probedScope = """
    import Composition

    struct Scope {
      let number: Int
      #if PROBED
        private let probe: LifetimeProbe
      #endif

      init(number: Int, monitor: LifetimeMonitor) {
        self.number = number
        #if PROBED
          probe = LifetimeProbe("scope", in: monitor)
        #endif
      }
    }

    @inline(never)
    func openScope(number: Int, monitor: LifetimeMonitor) -> Scope {
      Scope(number: number + 1, monitor: monitor)
    }

    public func open(number: Int) -> Int {
      openScope(number: number, monitor: LifetimeMonitor()).number
    }
    """
}
