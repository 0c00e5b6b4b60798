import Core
import Testing

/// Expects that the cloud says no for a reason, and returns what it says.
@discardableResult
func expectRefusal<Value>(
  _ code: ErrorResponse.Code, sourceLocation: SourceLocation = #_sourceLocation,
  of call: () async throws -> Value
) async -> ErrorResponse.Detail? {
  do {
    _ = try await call()
    Issue.record("The cloud said yes.", sourceLocation: sourceLocation)
  } catch CloudError.refused(let detail) {
    #expect(detail.code == code, sourceLocation: sourceLocation)
    #expect(!detail.message.isEmpty, sourceLocation: sourceLocation)
    return detail
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}
