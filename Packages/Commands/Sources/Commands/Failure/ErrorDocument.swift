import Core

/// The JSON document that a failed command prints on the standard error with `--json`.
struct ErrorDocument: Encodable {
  struct Detail: Encodable {
    let code: String
    let message: String
    let hint: String
  }

  let error: Detail

  init(_ problem: Problem) {
    error = Detail(code: problem.code, message: problem.message, hint: problem.hint)
  }
}
