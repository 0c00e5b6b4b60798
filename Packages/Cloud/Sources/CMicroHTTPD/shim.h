#include <microhttpd.h>

// Swift cannot call functions with a variable number of arguments.
static inline struct MHD_Daemon *koober_start_daemon(
    int uses_tls, MHD_AccessHandlerCallback handler, void *context,
    const struct MHD_OptionItem *options) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                       (uses_tls ? MHD_USE_TLS : 0);
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context,
                          MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline const union MHD_ConnectionInfo *koober_connection_info(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType type) {
  return MHD_get_connection_info(connection, type);
}
