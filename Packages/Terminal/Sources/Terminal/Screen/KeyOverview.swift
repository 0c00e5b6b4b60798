/// The keys of a screen, shown in its place.
struct KeyOverview {
  let hints: [KeyHint]

  /// Returns a frame like that of the screen with the keys on it, in as many columns as they need.
  func frame(in screen: Frame) -> Frame {
    var frame = Frame(size: screen.size, isUnicode: screen.isUnicode)
    let region = Page(title: Styled("Keys", .heading), hints: [KeyHint("Esc", "Back")])
      .draw(in: &frame)
    let all = hints + [KeyHint("Ctrl-C", "Leave at once")]
    let keyWidth = 2 + (all.map(\.key.displayWidth).max() ?? 0)
    let rows = max(1, region.rows)
    let columns = max(1, (all.count + rows - 1) / rows)
    let width = region.columns / columns
    for (index, hint) in all.enumerated() {
      let column = region.column + index / rows * width
      frame.write(Styled(hint.key, .bold), column: column, row: region.row + index % rows)
      frame.write(
        hint.meaning, column: column + keyWidth, row: region.row + index % rows,
        columns: width - keyWidth - 1)
    }
    return frame
  }
}
