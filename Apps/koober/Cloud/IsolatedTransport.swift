import Core
import FoundationEssentials

/// Hands a request to the cloud's router in a process of its own.
///
/// A defect of the cloud, or the memory that it takes, stays away from the rider's process. The
/// process is started with the first request; requests go one after the other.
actor IsolatedTransport: CloudTransport {
  private let startProcess: @Sendable () throws(CloudProcess.Failure) -> CloudProcess
  private var process: CloudProcess?

  init(startProcess: @escaping @Sendable () throws(CloudProcess.Failure) -> CloudProcess) {
    self.startProcess = startProcess
  }

  func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    let answer: CloudWire.Answer
    do {
      let line = try JSONCoding.encode(CloudWire.Request(request))
      let reply = try runningProcess().exchange(Array(line))
      answer = try JSONCoding.decode(CloudWire.Answer.self, from: Data(reply))
    } catch let failure as CloudProcess.Failure {
      process = nil
      throw .unreachable(reason: "the cloud's process failed (\(failure.reason))")
    } catch {
      throw .unreachable(reason: "the cloud's process said something unintelligible")
    }
    guard let result = answer.result else {
      throw .unreachable(reason: "the cloud's process gave an empty answer")
    }
    return try result.get()
  }

  private func runningProcess() throws(CloudProcess.Failure) -> CloudProcess {
    if let process { return process }
    let started = try startProcess()
    process = started
    return started
  }
}
