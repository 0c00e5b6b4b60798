#include <dlfcn.h>
#include <stdio.h>

// libsecret brings GLib and its D-Bus client, which a program without a desktop never needs. So it is
// loaded when the session is first asked for on a desktop, and found through this table, which
// nobody changes once it is filled. Its declarations are repeated here, so that building needs no
// headers.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void *(*service_get_sync)(int flags, void *cancellable, void **error);
  void *(*schema_newv)(const char *name, int flags, void *attribute_types);
  void (*schema_unref)(void *schema);
  int (*password_storev_sync)(
      const void *schema, void *attributes, const char *collection, const char *label,
      const char *password, void *cancellable, void **error);
  char *(*password_lookupv_sync)(
      const void *schema, void *attributes, void *cancellable, void **error);
  void *(*password_searchv_sync)(
      const void *schema, void *attributes, int flags, void *cancellable, void **error);
  int (*password_clearv_sync)(
      const void *schema, void *attributes, void *cancellable, void **error);
  void (*password_free)(char *password);
  void *(*hash_table_new)(void *hash, void *equal);
  int (*hash_table_insert)(void *table, const void *key, const void *value);
  void (*hash_table_unref)(void *table);
  void (*object_unref)(void *object);
  void (*list_free_full)(void *list, void (*free)(void *object));
  void (*error_free)(void *error);
  void *str_hash;
  void *str_equal;
} koober_secret;

// Whether a call failed, and why.
typedef struct {
  int failed;
  char message[256];
} koober_secret_failure;

#define KOOBER_SECRET_FIND(prefix, member) \
  (*(void **)&secret->member = dlsym(library, prefix #member), secret->member != 0)

// Loads libsecret, which stays loaded; returns whether it is there and complete.
static inline int koober_secret_load(koober_secret *secret) {
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  return library != 0 && KOOBER_SECRET_FIND("secret_", service_get_sync) &&
         KOOBER_SECRET_FIND("secret_", schema_newv) &&
         KOOBER_SECRET_FIND("secret_", schema_unref) &&
         KOOBER_SECRET_FIND("secret_", password_storev_sync) &&
         KOOBER_SECRET_FIND("secret_", password_lookupv_sync) &&
         KOOBER_SECRET_FIND("secret_", password_searchv_sync) &&
         KOOBER_SECRET_FIND("secret_", password_clearv_sync) &&
         KOOBER_SECRET_FIND("secret_", password_free) &&
         KOOBER_SECRET_FIND("g_", hash_table_new) &&
         KOOBER_SECRET_FIND("g_", hash_table_insert) &&
         KOOBER_SECRET_FIND("g_", hash_table_unref) && KOOBER_SECRET_FIND("g_", object_unref) &&
         KOOBER_SECRET_FIND("g_", list_free_full) &&
         KOOBER_SECRET_FIND("g_", error_free) && KOOBER_SECRET_FIND("g_", str_hash) &&
         KOOBER_SECRET_FIND("g_", str_equal);
}

// A GError: two numbers and the message.
static inline void koober_secret_report(
    const koober_secret *secret, void *error, koober_secret_failure *failure) {
  if (error == 0) return;
  const char *message = ((struct { unsigned domain; int code; const char *message; } *)error)->message;
  failure->failed = 1;
  snprintf(failure->message, sizeof failure->message, "%s", message == 0 ? "it failed" : message);
  secret->error_free(error);
}

// Whether the service can be reached and agrees on how secrets travel to it.
static inline int koober_secret_answers(const koober_secret *secret) {
  void *error = 0;
  void *service = secret->service_get_sync(1 << 1, 0, &error);  // SECRET_SERVICE_OPEN_SESSION
  if (error != 0) secret->error_free(error);
  if (service != 0) secret->object_unref(service);
  return service != 0;
}

static inline void *koober_secret_table(
    const koober_secret *secret, const char *key, const void *value) {
  void *table = secret->hash_table_new(secret->str_hash, secret->str_equal);
  secret->hash_table_insert(table, key, value);
  return table;
}

// The schema of Koober's items: one text that tells them apart. Its name does not count in a search,
// as GNOME's keyring finds no locked item by it.
static inline void *koober_secret_schema(const koober_secret *secret) {
  void *types = koober_secret_table(secret, "place", 0);  // SECRET_SCHEMA_ATTRIBUTE_STRING
  void *schema = secret->schema_newv(
      "org.koober.Session", 1 << 1, types);  // SECRET_SCHEMA_DONT_MATCH_NAME
  secret->hash_table_unref(types);
  return schema;
}

static inline char *koober_secret_lookup(
    const koober_secret *secret, const char *place, koober_secret_failure *failure) {
  void *error = 0, *schema = koober_secret_schema(secret);
  void *attributes = koober_secret_table(secret, "place", place);
  char *password = secret->password_lookupv_sync(schema, attributes, 0, &error);
  if (password == 0 && error == 0) {
    // libsecret finds nothing, without an error, in a keyring that stays locked.
    void *items = secret->password_searchv_sync(schema, attributes, 0, 0, &error);
    if (items != 0) {
      failure->failed = 1;
      snprintf(failure->message, sizeof failure->message, "it is locked");
      secret->list_free_full(items, secret->object_unref);
    }
  }
  secret->hash_table_unref(attributes);
  secret->schema_unref(schema);
  koober_secret_report(secret, error, failure);
  return password;
}

static inline void koober_secret_store(
    const koober_secret *secret, const char *place, const char *password,
    koober_secret_failure *failure) {
  void *error = 0, *schema = koober_secret_schema(secret);
  void *attributes = koober_secret_table(secret, "place", place);
  secret->password_storev_sync(
      schema, attributes, "default", "Koober session", password, 0, &error);
  secret->hash_table_unref(attributes);
  secret->schema_unref(schema);
  koober_secret_report(secret, error, failure);
}

static inline void koober_secret_clear(
    const koober_secret *secret, const char *place, koober_secret_failure *failure) {
  void *error = 0, *schema = koober_secret_schema(secret);
  void *attributes = koober_secret_table(secret, "place", place);
  secret->password_clearv_sync(schema, attributes, 0, &error);
  secret->hash_table_unref(attributes);
  secret->schema_unref(schema);
  koober_secret_report(secret, error, failure);
}
