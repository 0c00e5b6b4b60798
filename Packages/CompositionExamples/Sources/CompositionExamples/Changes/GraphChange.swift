public import SourceEvidence

/// A change of requirements, as it has to be made in the parts and in each composition.
public struct GraphChange: Sendable {
  let parts: RecordedChange
  private let compositions: [Candidate: RecordedChange]

  init(parts: RecordedChange, compositions: [Candidate: RecordedChange]) {
    self.parts = parts
    self.compositions = compositions
  }

  /// The places that one composition has to edit.
  public func edits(of candidate: Candidate) -> [RecordedChange.Edit] {
    compositions[candidate]?.edits ?? []
  }

  /// Makes the change on a copy of the sources, except for one edit, and compiles them.
  ///
  /// - Returns: How much of the composition it touched, and what the compiler said.
  public func make(
    in candidate: Candidate, of sources: ExampleSources, leavingOut skipped: Int? = nil
  ) throws -> (size: RecordedChange.Size, verdict: Compiler.Verdict) {
    var edits = edits(of: candidate)
    if let skipped { edits.remove(at: skipped) }
    var partTexts = sources.parts
    _ = try parts.apply(to: &partTexts)
    var texts = sources.composition(candidate)
    let size = try RecordedChange(edits: edits).apply(to: &texts)
    return (size, try sources.check(texts, withParts: partTexts))
  }
}
