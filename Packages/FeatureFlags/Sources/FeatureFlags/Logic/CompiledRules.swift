import Basics

/// Rules compiled into flat arrays, in which a node is its index.
///
/// All rules of one definition document share one program, so that an evaluator that many flags
/// refer to is compiled once. Nothing here is allocated or counted while a rule runs.
final class CompiledRules: Sendable {
  /// A run of operand nodes.
  struct Operands: Sendable {
    let first: Int
    let count: Int
  }

  enum Node: Sendable {
    /// A value that is its own result, by its index among the constants.
    case constant(Int)
    /// A list of which at least one element has to be evaluated.
    case list(Operands)
    /// A `var` with a constant path, by its index, and the node of its default.
    case attribute(Int, fallback: Int?)
    /// A `fractional` with constant buckets, by its index, and its arguments.
    case split(Int, Operands)
    case operation(Operator, Operands)
    /// An operator that does not exist, by the index of its name among the constants.
    case unknownOperator(Int)
    case tooDeep
  }

  let nodes: [Node]
  let operands: [Int]
  let constants: [JSON]
  let paths: [AttributePath]
  let splits: [ConstantSplit]

  init(
    nodes: [Node], operands: [Int], constants: [JSON], paths: [AttributePath],
    splits: [ConstantSplit]
  ) {
    self.nodes = nodes
    self.operands = operands
    self.constants = constants
    self.paths = paths
    self.splits = splits
  }
}
