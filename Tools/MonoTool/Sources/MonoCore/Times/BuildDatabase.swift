/// Reads when each command of SwiftPM's build system ran, from the SQLite file that it keeps.
///
/// Only what these files use is understood: tables as b-trees with overflow pages. Source: "Database
/// File Format", sqlite.org.
struct BuildDatabase {
  struct Command: Equatable {
    let key: String
    let seconds: Double
    /// The number of the build that ran it.
    let build: Int
  }

  private let file: [UInt8]
  private let pageSize: Int

  /// `nil` when the file is no such database.
  init?(_ file: [UInt8]) {
    guard file.count >= 512, file.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
    let size = Int(file[16]) << 8 | Int(file[17])
    pageSize = size == 1 ? 65_536 : size
    guard pageSize >= 512 else { return nil }
    self.file = file
  }

  /// The commands with their last durations, in no particular order.
  var commands: [Command] {
    let roots = tableRoots
    guard let names = roots["key_names"], let results = roots["rule_results"] else { return [] }
    var keys: [Int: String] = [:]
    for row in rows(ofTable: names) { keys[row.id] = row.values.last?.text }
    return rows(ofTable: results).compactMap { row in
      // key_id, value, signature, built_at, computed_at, start, end, dependencies
      guard row.values.count >= 7, let key = keys[row.id], let start = row.values[5].number,
        let end = row.values[6].number,
        let build = row.values[4].number.flatMap({ Int(exactly: $0) })
      else { return nil }
      return Command(key: key, seconds: end - start, build: build)
    }
  }

  private var tableRoots: [String: Int] {
    var roots: [String: Int] = [:]
    for row in rows(ofTable: 1) where row.values.count >= 5 {
      // type, name, tbl_name, rootpage, sql
      if row.values[0].text == "table", let name = row.values[1].text,
        let root = row.values[3].number.flatMap({ Int(exactly: $0) })
      {
        roots[name] = root
      }
    }
    return roots
  }

  private struct Row {
    let id: Int
    let values: [Value]
  }

  private enum Value {
    case null
    case number(Double)
    case bytes(ArraySlice<UInt8>)

    var number: Double? {
      guard case .number(let number) = self else { return nil }
      return number
    }

    var text: String? {
      guard case .bytes(let bytes) = self else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func rows(ofTable root: Int) -> [Row] {
    var rows: [Row] = []
    var pending = [root]
    var visited: Set<Int> = []
    while let page = pending.popLast() {
      let start = (page - 1) * pageSize
      guard page > 0, start + pageSize <= file.count, visited.insert(page).inserted else {
        continue
      }
      let header = page == 1 ? start + 100 : start
      let count = integer(header + 3, 2)
      switch file[header] {
      case 5:  // an inner page: each cell begins with a child, the last child is in the header
        for cell in 0..<count {
          pending.append(integer(start + integer(header + 12 + cell * 2, 2), 4))
        }
        pending.append(integer(header + 8, 4))
      case 13:  // a leaf
        for cell in 0..<count {
          if let row = row(at: start + integer(header + 8 + cell * 2, 2)) { rows.append(row) }
        }
      default: break
      }
    }
    return rows
  }

  /// A big-endian number; zero beyond the end of the file.
  private func integer(_ offset: Int, _ length: Int) -> Int {
    guard offset >= 0, offset + length <= file.count else { return 0 }
    return file[offset..<(offset + length)].reduce(0) { $0 << 8 | Int($1) }
  }

  private func row(at offset: Int) -> Row? {
    var position = offset
    let size = Self.variableInteger(file[...], &position)
    let id = Self.variableInteger(file[...], &position)
    guard let payload = payload(at: position, size: size) else { return nil }
    var header = 0
    let headerSize = Self.variableInteger(payload[...], &header)
    guard headerSize >= 0 else { return nil }
    var body = headerSize
    var values: [Value] = []
    while header < headerSize, header < payload.count {
      let type = Self.variableInteger(payload[...], &header)
      guard let value = Self.value(type, payload, &body) else { return nil }
      values.append(value)
    }
    // The integer primary key is stored as null in the row; the row's own number is its value.
    return Row(id: id, values: values)
  }

  /// The bytes of a row: those on the page, and those on overflow pages.
  private func payload(at offset: Int, size: Int) -> [UInt8]? {
    guard size >= 0, size < file.count, offset < file.count else { return nil }
    let usable = pageSize - Int(file[20])
    let most = usable - 35
    if size <= most {
      guard offset + size <= file.count else { return nil }
      return Array(file[offset..<(offset + size)])
    }
    let least = (usable - 12) * 32 / 255 - 23
    let part = least + (size - least) % (usable - 4)
    let local = part <= most ? part : least
    guard offset + local + 4 <= file.count else { return nil }
    var bytes = Array(file[offset..<(offset + local)])
    var next = integer(offset + local, 4)
    while bytes.count < size, next > 0 {
      let page = (next - 1) * pageSize
      guard page + pageSize <= file.count else { return nil }
      bytes += file[(page + 4)..<(page + min(usable, 4 + size - bytes.count))]
      next = integer(page, 4)
    }
    return bytes.count == size ? bytes : nil
  }

  private static func value(_ type: Int, _ bytes: [UInt8], _ position: inout Int) -> Value? {
    let length: Int
    switch type {
    case 0, 8, 9: length = 0
    case 1...4: length = type
    case 5: length = 6
    case 6, 7: length = 8
    default: length = type >= 12 ? (type - 12) / 2 : -1
    }
    guard length >= 0, position + length <= bytes.count else { return nil }
    let field = bytes[position..<(position + length)]
    position += length
    switch type {
    case 0: return .null
    case 8: return .number(0)
    case 9: return .number(1)
    case 7:
      return .number(Double(bitPattern: field.reduce(0) { $0 << 8 | UInt64($1) }))
    case 1...6:
      let negative = (field.first ?? 0) & 0x80 != 0
      return .number(Double(field.reduce(negative ? -1 : 0) { $0 << 8 | Int64($1) }))
    default: return .bytes(field)
    }
  }

  /// One to nine bytes, seven bits each, eight in the ninth.
  private static func variableInteger(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> Int {
    var value: Int64 = 0
    for index in 0..<9 {
      guard position < bytes.endIndex else { return 0 }
      let byte = bytes[position]
      position += 1
      if index == 8 { return Int(value << 8 | Int64(byte)) }
      value = value << 7 | Int64(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return Int(value)
  }
}
