#include "manual.h"

#include <string.h>

#include "command.h"

/* Text for troff: its own signs are kept from meaning anything. */
static void put_text(struct buffer *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		bool starts = !i || text[i - 1] == '\n';

		if (starts && (text[i] == '.' || text[i] == '\''))
			buffer_puts(out, "\\&");
		if (text[i] == '\\')
			buffer_puts(out, "\\e");
		else if (text[i] == '-')
			buffer_puts(out, "\\-");
		else if (text[i] == '`')
			buffer_puts(out, "\\(ga");
		else if (text[i] == '\'')
			buffer_puts(out, "\\(aq");
		else
			buffer_append(out, text + i, 1);
	}
}

static void put(struct buffer *out, const char *text)
{
	put_text(out, text, strlen(text));
}

/* Paragraphs are parted by empty lines; lines that start with blanks are
 * examples and stay as they are. */
static void put_paragraphs(struct buffer *out, const char *text)
{
	bool example = false;

	while (*text) {
		size_t length = strcspn(text, "\n");
		bool indented = text[0] == ' ';

		if (indented != example && length)
			buffer_puts(out, indented ? ".PP\n.nf\n" : ".fi\n");
		if (length)
			example = indented;
		if (!length)
			buffer_puts(out, example ? ".fi\n.PP\n" : ".PP\n");
		if (!length)
			example = false;
		put_text(out, text, length);
		if (length)
			buffer_puts(out, "\n");
		text += length + (text[length] == '\n');
	}
	if (example)
		buffer_puts(out, ".fi\n");
}

static void put_flag(struct buffer *out, const struct flag *flag)
{
	buffer_puts(out, ".TP\n");
	if (flag->letter)
		buffer_printf(out, "\\fB\\-%c\\fR, ", flag->letter);
	buffer_puts(out, "\\fB\\-\\-");
	put(out, flag->name);
	buffer_puts(out, "\\fR");
	if (flag->argument) {
		buffer_puts(out, "=\\fI");
		put(out, flag->argument);
		buffer_puts(out, "\\fR");
	}
	buffer_puts(out, "\n");
	put(out, flag->help);
	buffer_puts(out, ".\n");
}

static void put_flags(struct buffer *out, unsigned groups)
{
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (flag->groups & groups)
			put_flag(out, flag);
}

static void put_command(struct buffer *out, const struct command *command)
{
	const struct option_usage *usage = &command->usage;
	const char *rest = strchr(usage->help, '\v');
	size_t length =
		rest ? (size_t)(rest - usage->help) : strlen(usage->help);

	buffer_puts(out, ".SS ");
	put(out, usage->program);
	buffer_puts(out, " [OPTION...] ");
	put(out, usage->arguments);
	buffer_puts(out, "\n");
	put_text(out, usage->help, length);
	buffer_puts(out, "\n");
	if (rest) {
		buffer_puts(out, ".PP\n");
		put_paragraphs(out, rest + 1);
	}
	if (usage->groups & ~(unsigned)GROUP_COMMON)
		put_flags(out, usage->groups & ~(unsigned)GROUP_COMMON);
}

static const char files[] =
	".SH FILES\n"
	".TP\n.I ~/.config/solveglass/config.ini\n"
	"Options by their names, one a line, such as\n"
	".B time = 5\nor\n.B quiet = yes\n"
	"(in place of the option that takes no argument). "
	"In a section such as\n.B [play]\n"
	"they are that command\\(aqs only. What the command line says goes "
	"before it;\n"
	".B \\-\\-no\\-quiet\nand its like take a\n.B yes\nback.\n"
	".TP\n.I ~/.config/solveglass/clients/*.json\n"
	"How programs are played that\n.B solveglass play\n"
	"does not know yet.\n"
	".TP\n.I ~/.local/state/solveglass/history.db\n"
	"Puzzles that were read and solved, with their answers "
	"(\n.BR \"solveglass history\" ).\nIt may be deleted.\n"
	".PP\n"
	"Where they are set,\n.B XDG_CONFIG_HOME\nand\n.B XDG_STATE_HOME\n"
	"stand for\n.I ~/.config\nand\n.IR ~/.local/state .\n"
	".SH EXIT STATUS\n"
	".TP\n0\nAll went well.\n"
	".TP\n1\nA puzzle has no solution.\n"
	".TP\n2\nA puzzle is undecided or doubtful.\n"
	".TP\n3\nA picture holds no puzzle.\n"
	".TP\n4\nSomething could not be read, or the environment lacks "
	"something.\n"
	".TP\n64\nWrong usage.\n"
	".PP\nThe highest that applies.\n";

void manual_page(struct buffer *out, const char *version)
{
	buffer_printf(out, ".TH SOLVEGLASS 1 \"\" \"solveglass %s\"\n",
		      version);
	buffer_puts(out, ".SH NAME\nsolveglass \\- reads puzzles from pictures "
			 "and windows, solves them, draws the answers\n"
			 ".SH SYNOPSIS\n.B solveglass\n.I COMMAND\n"
			 "[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n"
			 ".SH DESCRIPTION\nThese puzzles are read and "
			 "solved:\n");
	for (int i = 0; i < FAMILY_COUNT; i++) {
		buffer_puts(out, ".IP \\(bu 2\n");
		put(out, puzzle_family(i)->title);
		buffer_puts(out, " (");
		put(out, puzzle_family(i)->name);
		buffer_puts(out, ")\n");
	}
	buffer_puts(out, ".PP\nNo answer is shown that an independent checker "
			 "has not passed, and a picture that was not read "
			 "surely enough is called doubtful and not "
			 "answered.\n.SH COMMANDS\n");
	for (int i = 0; commands[i]; i++)
		put_command(out, commands[i]);
	buffer_puts(out, ".SH OPTIONS OF ALL COMMANDS\n");
	put_flags(out, GROUP_COMMON);
	buffer_puts(out, files);
}

/* "--time=SECONDS" as completion knows it: what follows is a file or not. */
static bool takes_file(const struct flag *flag)
{
	static const char *const kinds[] = { "FILE", "FOLDER", "REPLY" };

	for (size_t i = 0; flag->argument && i < 3; i++)
		if (!strncmp(flag->argument, kinds[i], strlen(kinds[i])))
			return true;
	return false;
}

static void bash_words(struct buffer *out, const struct command *command)
{
	buffer_printf(out, "\t%s) words=\"--help", command->name);
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (flag->groups & command->usage.groups)
			buffer_printf(out, " --%s%s", flag->name,
				      flag->argument ? "=" : "");
	buffer_puts(out, "\" ;;\n");
}

void manual_bash(struct buffer *out)
{
	buffer_puts(out, "# bash completion of solveglass\n"
			 "_solveglass()\n{\n"
			 "\tlocal word=${COMP_WORDS[COMP_CWORD]} words\n"
			 "\tCOMPREPLY=()\n"
			 "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
			 "\t\twords=\"--help --version");
	for (int i = 0; commands[i]; i++)
		buffer_printf(out, " %s", commands[i]->name);
	buffer_puts(out, "\"\n\t\tmapfile -t COMPREPLY < <(compgen -W "
			 "\"$words\" -- \"$word\")\n\t\treturn\n\tfi\n"
			 "\tcase ${COMP_WORDS[1]} in\n");
	for (int i = 0; commands[i]; i++)
		bash_words(out, commands[i]);
	buffer_puts(out,
		    "\tesac\n"
		    "\tcase $word in\n"
		    "\t-*)\n"
		    "\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
		    "\"$word\")\n"
		    "\t\t[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n"
		    "\t\t;;\n"
		    "\tesac\n"
		    "}\n"
		    "complete -o default -F _solveglass solveglass\n");
}

/* Within '...[help]...': quotes and brackets would end it. */
static void zsh_text(struct buffer *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			buffer_puts(out, "'\\'");
		else if (strchr("[]:\\", *text))
			buffer_puts(out, "\\");
		buffer_append(out, text, 1);
	}
}

static void zsh_flag(struct buffer *out, const struct flag *flag)
{
	buffer_printf(out, "\t\t\t'--%s%s[", flag->name,
		      flag->argument ? "=" : "");
	zsh_text(out, flag->help);
	buffer_puts(out, "]");
	if (flag->argument) {
		buffer_puts(out, ":");
		zsh_text(out, flag->argument);
		buffer_puts(out, takes_file(flag) ? ":_files" : ":");
	}
	buffer_puts(out, "' \\\n");
}

static void zsh_command(struct buffer *out, const struct command *command)
{
	buffer_printf(out, "\t%s)\n\t\t_arguments \\\n", command->name);
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (flag->groups & command->usage.groups)
			zsh_flag(out, flag);
	buffer_puts(out, "\t\t\t'--help[Give this help list]'");
	if (command->usage.arguments_min)
		buffer_puts(out, " \\\n\t\t\t'*:file:_files'");
	buffer_puts(out, "\n\t\t;;\n");
}

void manual_zsh(struct buffer *out)
{
	buffer_puts(out, "#compdef solveglass\n"
			 "# zsh completion of solveglass\n"
			 "local -a names=(\n");
	for (int i = 0; commands[i]; i++) {
		buffer_printf(out, "\t'%s:", commands[i]->name);
		zsh_text(out, commands[i]->summary);
		buffer_puts(out, "'\n");
	}
	buffer_puts(out, ")\n"
			 "if (( CURRENT == 2 )); then\n"
			 "\t_describe command names\n\treturn\nfi\n"
			 "shift words\n(( CURRENT-- ))\n"
			 "case ${words[1]} in\n");
	for (int i = 0; commands[i]; i++)
		zsh_command(out, commands[i]);
	buffer_puts(out, "esac\n");
}
