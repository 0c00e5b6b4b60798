#include <curl/curl.h>
#include <dlfcn.h>

// libcurl brings some thirty libraries, which cost every start of a program that is linked with it.
// So it is loaded when the first request goes over the network, and found through this table,
// which nobody changes once it is filled.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  void (*easy_reset)(CURL *);
  CURLcode (*easy_perform)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} koober_curl;

#define KOOBER_CURL_FIND(member) \
  (*(void **)&curl->member = dlsym(library, "curl_" #member), curl->member != 0)

// Loads libcurl, which stays loaded; returns whether it is there and complete.
static inline int koober_curl_load(koober_curl *curl) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  return library != 0 && KOOBER_CURL_FIND(global_init) && KOOBER_CURL_FIND(easy_init) &&
         KOOBER_CURL_FIND(easy_cleanup) && KOOBER_CURL_FIND(easy_reset) &&
         KOOBER_CURL_FIND(easy_perform) && KOOBER_CURL_FIND(easy_setopt) &&
         KOOBER_CURL_FIND(easy_getinfo) && KOOBER_CURL_FIND(easy_strerror) &&
         KOOBER_CURL_FIND(slist_append) && KOOBER_CURL_FIND(slist_free_all);
}

// Swift cannot call functions with a variable number of arguments, and libcurl's own macros would
// hide what they are given: one function for each kind of argument.
static inline CURLcode koober_curl_set_long(
    const koober_curl *curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode koober_curl_set_text(
    const koober_curl *curl, CURL *handle, CURLoption option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode koober_curl_set_pointer(
    const koober_curl *curl, CURL *handle, CURLoption option, void *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode koober_curl_set_headers(
    const koober_curl *curl, CURL *handle, struct curl_slist *headers) {
  return curl->easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode koober_curl_set_receiver(
    const koober_curl *curl, CURL *handle, CURLoption option,
    size_t (*receive)(char *, size_t, size_t, void *)) {
  return curl->easy_setopt(handle, option, receive);
}

static inline CURLcode koober_curl_set_progress(
    const koober_curl *curl, CURL *handle,
    int (*progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl->easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

static inline long koober_curl_number(const koober_curl *curl, CURL *handle, CURLINFO info) {
  long number = 0;
  curl->easy_getinfo(handle, info, &number);
  return number;
}
