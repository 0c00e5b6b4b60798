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
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let assembly = try Compiler().assembly(
      of: ["\(folder)/Probes/ProbedScope.swift"], module: "Probes",
      defining: probed ? ["PROBED"] : [])
    return assembly.split(separator: "\n")
      .drop { !($0.contains("openScope") && $0.contains(": #")) }
      .prefix { !$0.contains(".cfi_endproc") }
      .filter { $0.hasPrefix("\t") && !$0.hasPrefix("\t.") }
  }
}
