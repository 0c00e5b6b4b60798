import Basics
import Cloud
import CloudStore
import Console
import Core
import FoundationEssentials
import Glibc
import Terminal

/// Changing the newest definitions of flags in an editor.
enum FlagEditCommand {
  static let edit = Command<CommandContext>(
    "edit", summary: "Change the newest version in an editor, and publish it.",
    discussion: """
      VISUAL, EDITOR or, on a terminal, 'vi' edits a copy. Nothing is published when it is not \
      changed, or when another version is published meanwhile; the changed copy is kept then.
      """,
    examples: [
      CommandExample("koober-cloud flags edit --message 'Raise the share of cards'", "Edit them.")
    ],
    parameters: [FlagCommands.message, FlagCommands.author, DatabaseOption.database]
  ) { values, context in
    let editor = try context.editor()
    let publisher = try context.cloud(values).makeFlagPublisher()
    var base = 0
    var document: JSON.Object = ["flags": [:]]
    if let newest = try await publisher.history(limit: 1).first {
      base = newest.number
      document = try await publisher.version(base).document
    }
    let path = "\(Files.temporaryFolder)/koober-flags-\(getpid()).json"
    let copy = PrivateFile(path: path, limit: FlagPublisher.largestFile)
    try copy.write(Array((JSON.object(document).serialized(.pretty) + "\n").utf8))
    try await context.edit(path, with: editor)
    guard let content = try copy.read() else {
      throw Problem(
        .noInput, code: "noSuchFile", message: "The editor has removed \(path).",
        hint: "Edit it again.")
    }
    do {
      try await context.publish(content, basedOn: base, values)
    } catch {
      try? context.note("Your changes are in \(path).")
      throw error
    }
    try copy.delete()
  }
}

extension CommandContext {
  /// Returns the editor that the environment names, which may have arguments and need no terminal.
  fileprivate func editor() throws(Problem) -> String {
    let editor = ["VISUAL", "EDITOR"].lazy.compactMap { dependency.environment[$0] }
      .first { !$0.isEmpty }
    guard let editor = editor ?? (terminal.capabilities.canPrompt ? "vi" : nil) else {
      throw Problem(
        .usage, code: "noTerminal", message: "There is no terminal for an editor.",
        hint: "Use 'koober-cloud flags show' and 'flags publish', or set EDITOR.")
    }
    return editor
  }

  /// Runs an editor; without a terminal it never waits for input.
  fileprivate func edit(_ path: String, with editor: String) async throws {
    let process: Subprocess
    do throws(SubprocessError) {
      // The shell reads the variable as other programs do that start an editor.
      process = try Subprocess(
        "/bin/sh", ["-c", "\(editor) \"$1\"", "sh", path],
        input: terminal.capabilities.inputIsTerminal ? .inherited : .null)
    } catch {
      throw Problem(
        .failed, code: "noEditor", message: error.description, hint: "Set VISUAL or EDITOR.")
    }
    let status = await process.ended()
    guard status == .exited(0) else {
      throw Problem(
        .failed, code: "editorFailed",
        message:
          "'\(editor)' ended with \(status.code); nothing was published. The copy is \(path).",
        hint: "Set VISUAL or EDITOR to an editor that waits.")
    }
  }
}
