import FoundationEssentials

extension Date {
  static let noon = Date(timeIntervalSince1970: 1_767_268_800.123)
}
