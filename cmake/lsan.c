/* Part of every program that is built with sanitizers. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
const char *__lsan_default_suppressions(void);

/* fontconfig keeps its patterns until the process ends, and GLib lets its table
 * of quarks go where it grows: its frames have no names, so that what GLib
 * allocates is not judged. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\nleak:libglib-2.0\n";
}
