extension FieldError {
  /// The fewest and most digits of a telephone number with its country code. Source: ITU-T E.164,
  /// section 6; the lower limit admits the shortest numbers in use.
  static let mobileNumberDigits = 6...15

  /// Returns why a mobile number is refused; `nil` when it is not.
  public static func checkingMobileNumber(_ text: String) -> FieldError? {
    if text.isEmpty { return .empty(.mobileNumber) }
    let digits = text.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let isNumber = text.enumerated().allSatisfy { offset, character in
      "0123456789 -()".contains(character) || (offset == 0 && character == "+")
    }
    guard isNumber, mobileNumberDigits.contains(digits), text.utf8.count <= 40 else {
      return FieldError(
        field: .mobileNumber, message: "The mobile number is not a number like +61 491 570 156.")
    }
    return nil
  }
}
