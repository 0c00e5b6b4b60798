public import Basics
public import FeatureFlags

/// The configured split of a flag: the weights of the first `fractional` in its definition.
public struct ConfiguredSplit {
  /// The variants, the default one first, with their weights; equal where none are configured.
  public let weights: [(name: String, weight: Double)]

  public init(of key: String, in definitions: FlagDefinitions) {
    let flag = definitions.document.object?["flags"]?.object?[key]?.object
    let defaultVariant = flag?["defaultVariant"]?.text
    let names = definitions.variants(of: key) ?? []
    let ordered = names.filter { $0 == defaultVariant } + names.filter { $0 != defaultVariant }
    let buckets = flag?["targeting"].flatMap(Self.buckets) ?? []
    let configured = Dictionary(buckets, uniquingKeysWith: +)
    weights = ordered.map { name in (name, configured.isEmpty ? 1 : configured[name] ?? 0) }
  }

  /// Reads what ``json`` has written; `nil` when it is something else.
  public init?(json: JSON) {
    var weights: [(name: String, weight: Double)] = []
    for part in json.elements ?? [] {
      guard let pair = part.elements, pair.count == 2, let name = pair[0].text,
        let weight = pair[1].double
      else { return nil }
      weights.append((name, weight))
    }
    self.weights = weights
  }

  /// The variants with their weights, each as a list of both.
  public var json: JSON { .array(weights.map { [.string($0.name), .number($0.weight)] }) }

  /// The buckets of the first `fractional` in a rule.
  private static func buckets(in rule: JSON) -> [(String, Double)]? {
    if let parts = rule.elements { return parts.lazy.compactMap(buckets).first }
    guard let members = rule.object?.members else { return nil }
    for member in members {
      if member.name == "fractional", let arguments = member.value.elements {
        return arguments.compactMap(bucket)
      }
      if let found = buckets(in: member.value) { return found }
    }
    return nil
  }

  private static func bucket(_ argument: JSON) -> (String, Double)? {
    guard let parts = argument.elements, let name = parts.first?.text else { return nil }
    guard parts.count == 2, let weight = parts[1].double else { return (name, 1) }
    return (name, weight)
  }
}
