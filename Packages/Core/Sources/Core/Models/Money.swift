public import Basics

/// An amount of money.
public struct Money: Hashable, Sendable {
  /// The currency by its ISO 4217 code, for example `AUD`.
  public let currency: String
  /// The amount in the currency's smallest unit, for example cents.
  public let minorUnits: Int

  public init(currency: String, minorUnits: Int) {
    (self.currency, self.minorUnits) = (currency, minorUnits)
  }
}

extension Money: Decodable, JSONRepresentable {
  private enum CodingKeys: CodingKey { case currency, minorUnits }

  public var json: JSON {
    ["currency": .string(currency), "minorUnits": .number(JSON.Number(minorUnits))]
  }

  /// Reads an amount; one that no cloud charges is an error.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    currency = try members.decode(String.self, forKey: .currency)
    minorUnits = try members.decode(.minorUnits, in: PlausibleNumbers.minorUnits)
  }
}

extension Money: CustomStringConvertible {
  /// The amount with two decimals and its currency, for example `AUD 12.50`.
  public var description: String {
    let units = minorUnits.magnitude
    let cents = units % 100
    let sign = minorUnits < 0 ? "-" : ""
    return "\(currency) \(sign)\(units / 100).\(cents < 10 ? "0" : "")\(cents)"
  }
}

extension Money {
  /// Reads an amount with at most two decimals, for example `3` or `3.50`, in the smallest unit; `nil` for
  /// anything else, also for more than six digits before the decimals.
  public static func minorUnits(parsing text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...6).contains(parts[0].utf8.count),
      parts.allSatisfy({
        $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }),
      let units = Int(parts[0])
    else { return nil }
    guard parts.count == 2 else { return units * 100 }
    guard (1...2).contains(parts[1].utf8.count), let cents = Int(parts[1]) else { return nil }
    return units * 100 + (parts[1].utf8.count == 1 ? cents * 10 : cents)
  }
}
