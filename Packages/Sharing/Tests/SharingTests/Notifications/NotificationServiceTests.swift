import Console
import Core
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct NotificationServiceTests {
  /// Shows how many columns there are.
  private struct MeasuringLook: NotificationLook {
    func lines(
      of notification: SharingNotification, columns: Int, isUnicode: Bool
    ) -> [Styled] {
      ["\(columns) columns"]
    }
  }

  @Test(arguments: [(40, 38), (1, 1)])
  func `A notification on a screen has the columns between the margins`(columns: Int, room: Int) {
    let board = NotificationBoard(look: MeasuringLook())
    board.showSuccess(sharedWith: .ada)

    let frame = Frame(size: TerminalSize(columns: columns, rows: 9))
    #expect(board.lines(in: frame).map(\.text) == ["\(room) columns"])
  }

  @Test func `A command writes what became of each share, in their order`() {
    let terminal = ScriptedTerminal(.terminal())
    let service = ConsoleNotificationService(
      console: CommandConsole(terminal: terminal, format: .text, isQuiet: false),
      look: StarredLook())

    service.showError(.notAFriend(email: "eve@example.org"), sharingWith: .ada)
    service.showSuccess(sharedWith: .grace)
    #expect(terminal.error == "")
    service.writeKept()

    let lines = terminal.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("x Not shared with Ada: ") == true)
    #expect(lines.last == "* Shared with Grace.")
  }
}
