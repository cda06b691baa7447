/* Part of every program that is built with sanitizers. */
const char *__lsan_default_suppressions(void);

/* fontconfig keeps its patterns until the process ends. */
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\n";
}
