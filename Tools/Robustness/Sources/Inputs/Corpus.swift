import Basics
import Foundation
import RobustnessKit

/// The inputs of a target: files, what searches found, and others at the limits in the sources.
package struct Corpus: Sendable {
  package struct Input: Sendable {
    package let name: String
    package let bytes: @Sendable () throws -> [UInt8]
  }

  private let folder: String
  private let boundaries: [BoundaryInput]
  private let seed: UInt64
  private let file: String?

  /// - Parameters:
  ///   - every: Of the inputs at limits only each n-th; `nil` for none.
  ///   - file: The only input, where there is one.
  package init(root: String, every: Int?, seed: UInt64 = 0, only file: String? = nil) {
    folder = "\(root)/Tools/Robustness"
    boundaries =
      every.map { every in
        BoundaryInput.all(of: Limits(sources: ["\(root)/Packages", "\(root)/Apps"]), every: every)
      } ?? []
    (self.seed, self.file) = (seed, file)
  }

  package func inputs(for target: String) throws -> [Input] {
    if let file { return [Input(name: "input") { try Files.read(file) }] }
    let seeds = "\(folder)/Corpus/\(target)"
    let names = try FileManager.default.contentsOfDirectory(atPath: seeds).sorted()
    let files = try names.map { try Files.read("\(seeds)/\($0)") }
    let known = try (files + found(for: target)).enumerated().map { number, bytes in
      Input(name: "\(number)") { bytes }
    }
    return known
      + boundaries.map { boundary in
        Input(name: "\(boundary)") {
          var random = SplitMix64(seed: seed, of: "\(target) \(boundary)")
          return boundary.bytes(from: files, using: &random)
        }
      }
  }

  /// The inputs that searches found, which are lines in base64.
  private func found(for target: String) throws -> [[UInt8]] {
    let list = "\(folder)/Coverage/\(target)"
    guard FileManager.default.fileExists(atPath: list) else { return [] }
    return try Files.text(of: list).split(separator: "\n").map { line in
      guard let input = Data(base64Encoded: String(line)) else {
        throw ToolError("A line of \(list) is not in base64.")
      }
      return Array(input)
    }
  }
}
