/// The operators of JsonLogic and those that flagd adds.
enum Operator: String, CaseIterable, Sendable {
  case variable = "var"
  case missing
  case missingSome = "missing_some"
  case conditional = "if"
  case ternary = "?:"
  case and
  case or
  case not = "!"
  case truth = "!!"
  case equal = "=="
  case unequal = "!="
  case same = "==="
  case different = "!=="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case plus = "+"
  case times = "*"
  case minus = "-"
  case divided = "/"
  case remainder = "%"
  case minimum = "min"
  case maximum = "max"
  case contained = "in"
  case joined = "cat"
  case substring = "substr"
  case merge
  case map
  case filter
  case reduce
  case all
  case some
  case none
  case log
  case fractional
  case version = "sem_ver"
  case startsWith = "starts_with"
  case endsWith = "ends_with"
}
