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

		/* a heading and .PP have room before what follows as it is */
		if (example && !indented)
			buffer_puts(out, ".fi\n");
		if (!length)
			buffer_puts(out, ".PP\n");
		if (indented && !example)
			buffer_puts(out, ".nf\n");
		example = indented;
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

static const char files[] =
	".SH FILES\n"
	".TP\n.I ~/.config/solveglass/config.ini\n"
	"Options by their names, one per line, such as\n"
	".B time = 5\nor\n.B quiet = yes\n"
	"(for an option that takes no argument). "
	"In a section such as\n.B [play]\n"
	"they apply to that command only. The command line overrides this "
	"file;\n"
	".B \\-\\-no\\-quiet\nand the like undo a\n.BR yes .\n"
	".B solveglass \\-\\-example\\-config\n"
	"prints a file of every key and its default.\n"
	".TP\n.I ~/.config/solveglass/clients/*.json\n"
	"Client files, which say how programs are played that\n"
	".B solveglass play\ndoes not know yet.\n"
	".TP\n.I ~/.local/state/solveglass/history.db\n"
	"Puzzles that were read and solved, with their answers "
	"(\n.BR \"solveglass history\" ).\nIt may be deleted.\n"
	".PP\n"
	"If they are set,\n.B XDG_CONFIG_HOME\nand\n.B XDG_STATE_HOME\n"
	"replace\n.I ~/.config\nand\n.IR ~/.local/state .\n"
	".SH EXIT STATUS\n"
	".TP\n0\nAll went well.\n"
	".TP\n1\nA puzzle has no solution.\n"
	".TP\n2\nA puzzle is undecided or doubtful.\n"
	".TP\n3\nA picture holds no puzzle.\n"
	".TP\n4\nSomething could not be read, or something that is needed "
	"is missing.\n"
	".TP\n64\nWrong usage.\n"
	".PP\nThe highest that applies.\n";

static void put_title(struct buffer *out, const char *version,
		      const char *released, const char *command)
{
	buffer_printf(out, ".TH SOLVEGLASS%s", *command ? "\\-" : "");
	for (const char *c = command; *c; c++)
		if (*c >= 'a' && *c <= 'z')
			buffer_printf(out, "%c", *c - 'a' + 'A');
		else
			buffer_puts(out, "\\-");
	buffer_printf(out, " 1 %s \"solveglass %s\"\n", released, version);
}

void manual_page(struct buffer *out, const char *version, const char *released)
{
	put_title(out, version, released, "");
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
			 "answered.\n.SH COMMANDS\nEach has a page of its "
			 "own.\n");
	for (int i = 0; commands[i]; i++) {
		char name[40];

		snprintf(name, sizeof name, " %s ", commands[i]->name);
		if (strstr(LEFT_OUT, name))
			continue;
		buffer_printf(out, ".TP\n.BR solveglass\\-%s (1)\n",
			      commands[i]->name);
		put(out, commands[i]->summary);
		buffer_puts(out, "\n");
	}
	buffer_puts(out, ".SH OPTIONS OF ALL COMMANDS\n");
	put_flags(out, GROUP_COMMON);
	buffer_puts(out, files);
	buffer_puts(out, ".SH SEE ALSO\n.BR solveglass\\-formats (5)\n");
}

void manual_command(struct buffer *out, const char *version,
		    const char *released, const struct command *command)
{
	const struct option_usage *usage = &command->usage;

	put_title(out, version, released, command->name);
	buffer_printf(out, ".SH NAME\nsolveglass\\-%s \\- ", command->name);
	put(out, command->summary);
	buffer_printf(out,
		      "\n.SH SYNOPSIS\n.B solveglass %s\n"
		      "[\\fIOPTION\\fR...]%s",
		      command->name, *usage->arguments ? " " : "");
	put(out, usage->arguments);
	buffer_puts(out, "\n.SH DESCRIPTION\n");
	put_text(out, usage->help, strlen(usage->help));
	buffer_puts(out, "\n.SH OPTIONS\n");
	put_flags(out, usage->groups);
	buffer_puts(out, ".SH NOTES\n");
	put_paragraphs(out, usage->notes);
	buffer_puts(out, ".SH SEE ALSO\n.BR solveglass (1),\n"
			 ".BR solveglass\\-formats (5)\n");
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

/* Several values, parted by commas. */
static bool takes_list(const struct flag *flag)
{
	return flag->argument && strstr(flag->argument, ",...");
}

/* Names with '|' between, as words of a shell. */
static void put_words(struct buffer *out, const char *names)
{
	for (; *names; names++)
		buffer_append(out, *names == '|' ? " " : names, 1);
}

static bool is_monitor(const struct flag *flag)
{
	return flag->values && !strcmp(flag->values, OPTION_MONITORS);
}

/* What a flag's argument may be, as words; false where it may be anything. */
static bool put_values(struct buffer *out, const struct flag *flag)
{
	struct buffer names;
	bool some;

	buffer_init(&names);
	options_values(flag, &names);
	some = names.length > 0;
	put_words(out, buffer_text(&names));
	buffer_fini(&names);
	return some;
}

/* What stands after a command and is no flag: families, or words that its
 * usage lists, "[list|search ...": false where neither. */
static bool put_operands(struct buffer *out, const struct command *command)
{
	const char *arguments = command->usage.arguments;
	size_t length;

	if (!strncmp(arguments, "FAMILY", 6)) {
		for (int i = 0; i < FAMILY_COUNT; i++)
			buffer_printf(out, "%s%s", i ? " " : "",
				      puzzle_family((enum family)i)->name);
		return true;
	}
	arguments += *arguments == '[';
	length = strspn(arguments, "abcdefghijklmnopqrstuvwxyz|");
	for (size_t i = 0; i < length; i++)
		buffer_append(out, arguments[i] == '|' ? " " : &arguments[i],
			      1);
	return length > 0;
}

static void bash_words(struct buffer *out, const struct command *command)
{
	buffer_printf(out, "\t%s) words=\"--help", command->name);
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (flag->groups & command->usage.groups)
			buffer_printf(out, " --%s%s", flag->name,
				      flag->argument ? "=" : "");
	buffer_puts(out, "\" operands=\"");
	put_operands(out, command);
	buffer_puts(out, "\" ;;\n");
}

/* "--engine) values=..." for each flag that takes names. */
static void bash_values(struct buffer *out)
{
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		if (!flag->values)
			continue;
		buffer_printf(out, "\t--%s", flag->name);
		if (flag->letter)
			buffer_printf(out, " | -%c", flag->letter);
		buffer_puts(out, ") values=");
		if (is_monitor(flag)) {
			buffer_printf(out,
				      "$(solveglass --values %s 2>/dev/null)",
				      flag->name);
		} else {
			buffer_puts(out, "\"");
			put_values(out, flag);
			buffer_puts(out, "\"");
		}
		buffer_puts(out, takes_list(flag) ? " list=, ;;\n" : " ;;\n");
	}
}

void manual_bash(struct buffer *out)
{
	buffer_puts(out,
		    "# bash completion of solveglass\n"
		    "_solveglass()\n{\n"
		    "\tlocal word=${COMP_WORDS[COMP_CWORD]} words= values= "
		    "operands= list= before=\n"
		    "\tlocal flag=${COMP_WORDS[COMP_CWORD-1]}\n"
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
	buffer_puts(out, "\tesac\n"
			 "\t# \"--flag=value\" comes in three words\n"
			 "\tif [ \"$word\" = = ]; then\n"
			 "\t\tword=\n"
			 "\telif [ \"$flag\" = = ]; then\n"
			 "\t\tflag=${COMP_WORDS[COMP_CWORD-2]}\n"
			 "\tfi\n"
			 "\tcase $flag in\n");
	bash_values(out);
	buffer_puts(out,
		    "\tesac\n"
		    "\tif [ -n \"$values\" ]; then\n"
		    "\t\tif [ -n \"$list\" ] && [[ $word == *,* ]]; then\n"
		    "\t\t\tbefore=${word%,*},\n"
		    "\t\t\tword=${word##*,}\n"
		    "\t\tfi\n"
		    "\t\tmapfile -t COMPREPLY < <(compgen -P \"$before\" -W "
		    "\"$values\" -- \"$word\")\n"
		    "\t\treturn\n"
		    "\tfi\n"
		    "\tcase $word in\n"
		    "\t-*)\n"
		    "\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
		    "\"$word\")\n"
		    "\t\t[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n"
		    "\t\t;;\n"
		    "\t*)\n"
		    "\t\tmapfile -t COMPREPLY < <(compgen -W \"$operands\" -- "
		    "\"$word\")\n"
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

/* How the argument of a flag is completed. */
static void zsh_action(struct buffer *out, const struct flag *flag)
{
	if (is_monitor(flag)) {
		buffer_printf(out,
			      ":{compadd -- ${(f)\"$(solveglass --values %s "
			      "2>/dev/null)\"}}",
			      flag->name);
	} else if (!flag->values) {
		buffer_puts(out, takes_file(flag) ? ":_files" : ":");
	} else {
		buffer_puts(out,
			    takes_list(flag) ? ":_values -s , name " : ":(");
		put_values(out, flag);
		buffer_puts(out, takes_list(flag) ? "" : ")");
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
		zsh_action(out, flag);
	}
	buffer_puts(out, "' \\\n");
}

static void zsh_command(struct buffer *out, const struct command *command)
{
	struct buffer words;

	buffer_printf(out, "\t%s)\n\t\t_arguments \\\n", command->name);
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (flag->groups & command->usage.groups)
			zsh_flag(out, flag);
	buffer_puts(out, "\t\t\t'--help[Give this help list]'");
	buffer_init(&words);
	if (put_operands(&words, command))
		buffer_printf(out, " \\\n\t\t\t'1:word:(%s)'",
			      buffer_text(&words));
	if (*command->usage.arguments)
		buffer_puts(out, " \\\n\t\t\t'*:file:_files'");
	buffer_fini(&words);
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

/* Within single quotes. */
static void fish_text(struct buffer *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("'\\", *text))
			buffer_puts(out, "\\");
		buffer_append(out, text, 1);
	}
}

static void fish_flag(struct buffer *out, const struct command *command,
		      const struct flag *flag)
{
	buffer_printf(out,
		      "complete -c solveglass -n '__solveglass_is %s' -l %s",
		      command->name, flag->name);
	if (flag->letter)
		buffer_printf(out, " -s %c", flag->letter);
	if (flag->argument)
		buffer_puts(out, takes_file(flag) ? " -r -F" : " -x");
	if (flag->values)
		buffer_printf(out,
			      takes_list(flag)
				      ? " -a '(__fish_complete_list , "
					"\"__solveglass_values %s\")'"
				      : " -a '(__solveglass_values %s)'",
			      flag->name);
	buffer_puts(out, " -d '");
	fish_text(out, flag->help);
	buffer_puts(out, "'\n");
}

static void fish_command(struct buffer *out, const struct command *command)
{
	struct buffer words;

	buffer_printf(out,
		      "complete -c solveglass -n __solveglass_begins -f -a %s "
		      "-d '",
		      command->name);
	fish_text(out, command->summary);
	buffer_puts(out, "'\n");
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (flag->groups & command->usage.groups)
			fish_flag(out, command, flag);
	buffer_init(&words);
	if (put_operands(&words, command))
		buffer_printf(out,
			      "complete -c solveglass -n '__solveglass_is %s' "
			      "-a '%s'\n",
			      command->name, buffer_text(&words));
	buffer_fini(&words);
}

void manual_fish(struct buffer *out)
{
	buffer_puts(out, "# fish completion of solveglass\n"
			 "function __solveglass_begins\n"
			 "\ttest (count (commandline -opc)) -eq 1\n"
			 "end\n"
			 "function __solveglass_is\n"
			 "\tset -l words (commandline -opc)\n"
			 "\ttest (count $words) -gt 1; and test $words[2] = "
			 "$argv[1]\n"
			 "end\n"
			 "function __solveglass_values\n"
			 "\tswitch $argv[1]\n");
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		if (!flag->values)
			continue;
		buffer_printf(out, "\tcase %s\n\t\t", flag->name);
		if (is_monitor(flag)) {
			buffer_printf(out, "solveglass --values %s 2>/dev/null",
				      flag->name);
		} else {
			buffer_puts(out, "printf '%s\\n' ");
			put_values(out, flag);
		}
		buffer_puts(out, "\n");
	}
	buffer_puts(out, "\tend\nend\n");
	for (int i = 0; commands[i]; i++)
		fish_command(out, commands[i]);
}

/* Its help as comments of up to 78 columns. */
static void config_help(struct buffer *out, const char *help)
{
	enum { COLUMNS = 76 };
	size_t at = COLUMNS;

	while (*help) {
		size_t word = strcspn(help, " ");

		if (at + 1 + word > COLUMNS) {
			buffer_puts(out, at == COLUMNS ? "# " : "\n# ");
			at = 0;
		} else {
			buffer_puts(out, " ");
			at++;
		}
		buffer_append(out, help, word);
		at += word;
		help += word;
		help += strspn(help, " ");
	}
	buffer_puts(out, "\n");
}

static void config_key(struct buffer *out, const struct flag *flag)
{
	struct buffer initial;

	buffer_init(&initial);
	options_initial(flag, &initial);
	config_help(out, flag->help);
	buffer_printf(out, "#%s = %s\n\n", flag->name,
		      initial.length ? buffer_text(&initial) : flag->argument);
	buffer_fini(&initial);
}

/* Is there another of this name before it? */
static bool is_further(const struct flag *flag)
{
	const struct flag *first = options_flags();

	while (strcmp(first->name, flag->name) != 0)
		first++;
	return first != flag;
}

/* Keys that mean something else to this command than to others. */
static void config_section(struct buffer *out, const struct command *command)
{
	bool begun = false;

	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		if (!(flag->groups & command->usage.groups) ||
		    !is_further(flag))
			continue;
		if (!begun)
			buffer_printf(out, "[%s]\n", command->name);
		begun = true;
		config_key(out, flag);
	}
}

void manual_config(struct buffer *out)
{
	buffer_puts(
		out,
		"# Settings of solveglass. Copy the lines that you change to\n"
		"# ~/.config/solveglass/config.ini, without the '#' before "
		"it. Values are the\n"
		"# defaults; a word in capitals stands for a value, where "
		"there is no default.\n"
		"# Keys before the first section hold for every command "
		"that has such an option;\n"
		"# below a line such as [play] they apply to that command "
		"only.\n\n");
	for (const struct flag *flag = options_flags(); flag->name; flag++)
		if (!is_further(flag) && strcmp(flag->name, "config") != 0)
			config_key(out, flag);
	for (int i = 0; commands[i]; i++)
		config_section(out, commands[i]);
}
