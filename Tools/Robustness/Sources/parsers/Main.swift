import Basics
import Foundation
import Glibc
import Inputs

extension Parser {
  /// Gives an input to the parser; ends the process by a signal when a property does not hold.
  func check(_ input: [UInt8]) {
    guard let problem = (try? problem(input)) ?? nil else { return }
    FileHandle.standardError.write(Data("\(name): \(problem)\n".utf8))
    abort()
  }
}

#if LIBFUZZER
  /// Called by libFuzzer, which has the `main` of this build, with each input.
  @c(LLVMFuzzerTestOneInput)
  public func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosen.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }

  private let chosen: Parser = {
    let name = ProcessInfo.processInfo.environment["PARSER"]
    guard let parser = Parser.all.first(where: { $0.name == name }) else { exit(64) }
    return parser
  }()
#else
  /// Lists the parsers; or gives one the input in a file; or gives one, or all, every input, each of
  /// which is in the file when it ends the process: parsers [FILE NAME [ROOT SEED EVERY]].
  @main
  enum Main {
    static func main() throws {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard arguments.count > 1 else {
        for parser in Parser.all { print(parser.name) }
        return
      }
      let parsers = Parser.all.filter { ["all", $0.name].contains(arguments[1]) }
      guard arguments.count == 5, let seed = UInt64(arguments[3]), let every = Int(arguments[4])
      else { return parsers[0].check(try Files.read(arguments[0])) }
      let corpus = Corpus(root: arguments[2], every: every, seed: seed)
      for parser in parsers {
        FileHandle.standardOutput.write(Data("\(parser.name)\n".utf8))
        for input in try corpus.inputs(for: parser.name) {
          let bytes = try input.bytes()
          try Data(bytes).write(to: URL(filePath: arguments[0]))
          parser.check(bytes)
        }
      }
    }
  }
#endif
