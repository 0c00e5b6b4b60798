/// The floor of every start: a program that does nothing.
@main
enum Empty {
  static func main() {}
}
