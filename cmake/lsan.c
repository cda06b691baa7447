/* Part of every program that is built with sanitizers. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
const char *__lsan_default_suppressions(void);

/* fontconfig keeps its patterns until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\n";
}
