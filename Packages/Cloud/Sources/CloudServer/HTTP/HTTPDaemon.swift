import CMicroHTTPD
import Core
import Glibc
import Synchronization

/// The HTTP library at work.
final class HTTPDaemon: Sendable {
  /// Threads that move bytes between sockets and the driver.
  private static let networkThreads = 2

  private let address: UInt
  private let driver: ExchangeDriver

  /// Starts to serve a socket, which the library closes unless ``stopListening()`` does.
  init(
    socket: Int32, settings: ServerSettings, driver: ExchangeDriver
  ) throws(ServerError) {
    self.driver = driver
    let key = settings.tls.map { strdup($0.key.revealed) }
    let certificate = settings.tls.map { strdup($0.certificate) }
    defer {
      free(key ?? nil)
      free(certificate ?? nil)
    }
    var options = [
      Self.option(.LISTEN_SOCKET, Int(socket)),
      Self.option(.THREAD_POOL_SIZE, Self.networkThreads),
      Self.option(.CONNECTION_LIMIT, settings.connectionLimit),
      Self.option(.CONNECTION_MEMORY_LIMIT, settings.headerLimit),
      Self.option(.STRICT_FOR_CLIENT, 1),
      Self.callback(.URI_LOG_CALLBACK, Self.began, driver),
      Self.callback(.NOTIFY_COMPLETED, Self.completed, driver),
      Self.callback(.NOTIFY_CONNECTION, Self.connection, driver),
    ]
    if let key, let certificate {
      options.append(MHD_OptionItem(option: .HTTPS_MEM_KEY, value: 0, ptr_value: key))
      options.append(
        MHD_OptionItem(option: .HTTPS_MEM_CERT, value: 0, ptr_value: certificate))
    }
    options.append(Self.option(.END, 0))
    let context = Unmanaged.passUnretained(driver).toOpaque()
    guard
      let daemon = koober_start_daemon(
        settings.tls == nil ? 0 : 1, Self.access, context, options)
    else {
      throw .cannotServe(reason: "the HTTP library refused the settings or the certificate")
    }
    address = UInt(bitPattern: daemon)
  }

  /// Takes no new connections; those that are open go on.
  func stopListening() {
    let socket = MHD_quiesce_daemon(OpaquePointer(bitPattern: address))
    if socket >= 0 { close(socket) }
  }

  /// Closes all connections and waits for the network threads to end.
  func stop() {
    MHD_stop_daemon(OpaquePointer(bitPattern: address))
  }

  private static func option(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
    MHD_OptionItem(option: option, value: value, ptr_value: nil)
  }

  /// An option that takes a function and its context, in this order; as the library asks, the
  /// function stands where numbers stand.
  private static func callback<Function>(
    _ option: MHD_OPTION, _ function: Function, _ driver: ExchangeDriver
  ) -> MHD_OptionItem {
    MHD_OptionItem(
      option: option, value: unsafeBitCast(function, to: Int.self),
      ptr_value: Unmanaged.passUnretained(driver).toOpaque())
  }
}

extension HTTPDaemon {
  private typealias Began =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer?
  private typealias Completed =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void
  private typealias Connection =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void

  private static func driver(_ context: UnsafeMutableRawPointer?) -> ExchangeDriver? {
    context.map { Unmanaged<ExchangeDriver>.fromOpaque($0).takeUnretainedValue() }
  }

  /// A request line has come; the driver keeps the exchange until it or its connection ends.
  private static let began: Began = { context, target, connection in
    guard let driver = driver(context), let connection = HTTPConnection(connection), let target
    else { return nil }
    let exchange = HTTPExchange(target: String(cString: target))
    driver.began(exchange, on: connection)
    return Unmanaged.passUnretained(exchange).toOpaque()
  }

  /// Headers have come, or a part of the body, or its end, or a worker has found the answer.
  private static let access: MHD_AccessHandlerCallback = {
    context, connection, _, method, _, bytes, count, exchange in
    guard let driver = driver(context), let connection = HTTPConnection(connection), let method,
      let count, let exchange = exchange?.pointee
    else { return .NO }
    let received = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
    count.pointee = 0
    let isToGoOn = driver.proceed(
      Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue(), on: connection,
      method: String(cString: method), received: received)
    return isToGoOn ? .YES : .NO
  }

  /// The answer has been sent, or the connection was lost.
  private static let completed: Completed = { context, connection, exchange, _ in
    guard let driver = driver(context), let connection = HTTPConnection(connection) else { return }
    exchange?.pointee = nil
    driver.ended(on: connection)
  }

  private static let connection: Connection = { context, connection, _, event in
    guard let driver = driver(context), let connection = HTTPConnection(connection) else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
      driver.opened(connection)
    } else {
      driver.closed(connection)
    }
  }
}
