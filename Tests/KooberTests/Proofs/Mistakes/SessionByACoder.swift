import Auth
import Core

/// Decodes a session that no repository has read.
func session(in content: [UInt8], from repository: any UserSessionRepository) async throws
  -> UserSession?
{
  #if MISTAKE
    try JSONUserSessionCoder().decode(content)
  #else
    try await repository.readUserSession()
  #endif
}
