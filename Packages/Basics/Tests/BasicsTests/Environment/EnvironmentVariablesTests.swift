import Basics
import FoundationEssentials
import Glibc
import Testing

struct EnvironmentVariablesTests {
  @Test func `The variables are those that Foundation finds`() {
    let variables = EnvironmentVariables.all

    // The values stay out of a failure's message: some may be secret.
    let areTheSame = variables == ProcessInfo.processInfo.environment
    #expect(areTheSame)
    #expect(variables["PATH"] != nil)
  }

  @Test func `A value that is set is seen by this process and by those that it starts`() async {
    await #expect(processExitsWith: .success) {
      EnvironmentVariables.set("KOOBER_TEST", to: "a b")
      #expect(EnvironmentVariables.all["KOOBER_TEST"] == "a b")
      let child = try Subprocess.run("sh", ["-c", "printf %s \"$KOOBER_TEST\""])
      #expect(child.outputText == "a b")
    }
  }

  @Test func `A value may contain what separates it from its name`() async {
    // In a process of its own, because the variables belong to the whole process.
    await #expect(processExitsWith: .success) {
      setenv("KOOBER_TEST", "a=b=é", 1)
      setenv("KOOBER_EMPTY", "", 1)
      #expect(EnvironmentVariables.all["KOOBER_TEST"] == "a=b=é")
      #expect(EnvironmentVariables.all["KOOBER_EMPTY"] == "")
    }
  }
}
