import Foundation
import Glibc
import Mutation
import Trials

/// Feeds mutated seeds to the programs.
@main
enum Main {
  static func main() {
    // A program that does not read to the end is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try TrialOptions(
        Array(CommandLine.arguments.dropFirst()),
        others: ["--corpus", "--findings", "--target", "--input", "--trial"])
      exit(try run(options) ? 0 : 1)
    } catch let failure as TrialOptions.Failure {
      FileHandle.standardError.write(Data("fuzz: \(failure.message)\n".utf8))
      exit(64)
    } catch {
      FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
      exit(70)
    }
  }

  private static func run(_ options: TrialOptions) throws -> Bool {
    if options.others["--target"] == "list" {
      for target in Target.all { say("\(target.name)  \(target.summary)") }
      return true
    }
    let targets = Target.all.filter {
      options.others["--target"] == nil || $0.name == options.others["--target"]
    }
    guard !targets.isEmpty else {
      throw TrialOptions.Failure(message: "There is no such target; see '--target list'.")
    }
    let fuzzer = try Fuzzer(targets: targets, options: options)
    if let file = options.others["--input"] {
      let input = [UInt8](try Data(contentsOf: URL(filePath: file)))
      let finding = try fuzzer.problem(of: input, for: targets[0], job: 0)
      say(finding ?? "Nothing is wrong.")
      return finding == nil
    }
    let trials = Trials(seconds: options.seconds)
    if let text = options.others["--trial"] {
      let number: Int = try TrialOptions.number("--trial", text)
      let finding = try fuzzer.trial(number * targets.count, job: 0)
      say(finding ?? "Nothing is wrong.")
      return finding == nil
    }
    say(
      "fuzz: \(targets.count) targets, \(fuzzer.limits.values.count) limits, seed \(options.seed)")
    trials.run(nil, jobs: options.jobs) { try fuzzer.trial($0, job: $1) }
    say("fuzz: \(trials.done) inputs, \(trials.findings) findings")
    return trials.findings == 0
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
