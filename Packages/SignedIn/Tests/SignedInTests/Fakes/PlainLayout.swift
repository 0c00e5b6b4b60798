import Core
import SignedIn
import Terminal

/// Name and price in the row, the rest below the list.
struct PlainLayout: RideOptionsLayout {
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String {
    options.map { "\($0.name)\n" }.joined()
  }

  func row(of option: RideOption) -> Styled { "\(option.name, .bold)  \(option.price)" }

  func detail(of option: RideOption) -> Styled? {
    "Pick-up in \(Describing.duration(seconds: option.secondsUntilPickup))"
  }
}
