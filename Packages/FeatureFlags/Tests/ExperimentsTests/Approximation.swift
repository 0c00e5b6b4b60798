/// Whether two numbers agree to more than six significant digits.
func agree(_ number: Double?, _ expected: Double) -> Bool {
  guard let number else { return false }
  return abs(number - expected) <= max(abs(expected) * 1e-9, 1e-300)
}

/// Whether two numbers agree to ten digits after the point; for what may cancel to almost zero.
func agreeAbsolutely(_ number: Double?, _ expected: Double) -> Bool {
  guard let number else { return false }
  return abs(number - expected) <= 1e-10
}
