/// Returns the commit that a release was built from, or NULL in other builds.
const char *program_commit(void);
