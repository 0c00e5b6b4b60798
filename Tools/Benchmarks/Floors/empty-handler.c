// The least that answers HTTP: libmicrohttpd with two threads that wait with epoll, and a response
// that is prepared once. Prints its port and serves until its standard input ends.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdio.h>

static struct MHD_Response *response;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **state) {
  static int seen;
  (void)context, (void)url, (void)method, (void)version, (void)body;
  // The first call comes with the head; the request is answered when it has been read.
  if (*state == NULL || *body_size > 0) {
    *state = &seen;
    *body_size = 0;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, &answer, NULL, MHD_OPTION_SOCK_ADDR, &address,
      MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_CONNECTION_LIMIT, 2000u, MHD_OPTION_END);
  if (daemon == NULL) return 1;
  printf("%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  while (getchar() != EOF) {
  }
  MHD_stop_daemon(daemon);
  return 0;
}
