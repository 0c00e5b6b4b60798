import Basics
import Testing

struct LocalTimeTests {
  @Test func `A time has the zone of the process`() throws {
    let text = try #require(LocalTime.text(secondsSince1970: 1_767_225_600))

    let shell = try Subprocess.run("date", ["-d", "@1767225600", "+%Y-%m-%d %H:%M %Z"])
    #expect("\(text)\n" == shell.outputText)
  }

  @Test func `A time that no calendar has is none`() {
    #expect(LocalTime.text(secondsSince1970: .max) == nil)
  }
}
