import CloudServer
import Commands
import FoundationEssentials
import Terminal

/// Describing the contract for programs.
enum OpenAPICommand {
  static let openAPI = Command<CommandContext>(
    "openapi", summary: "Print the contract as an OpenAPI document.",
    discussion: "A server gives the same document at /openapi.json. No database is opened.",
    examples: [CommandExample("koober-cloud openapi > openapi.json", "Keep the document.")]
  ) { _, context in
    try context.terminal.write(String(decoding: OpenAPIDocument().json, as: UTF8.self) + "\n")
  }
}
