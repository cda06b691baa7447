# docs/formats.md as a page of the manual, in the man macros: what that document
# uses of Markdown (headings, lists, tables, fenced blocks, `code`, links), no
# more.

function plain(text)
{
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	gsub(/'/, "\\(aq", text)
	# [words](address): words
	while (match(text, /\[[^]]*\]\([^)]*\)/)) {
		link = substr(text, RSTART, RLENGTH)
		sub(/\]\(.*/, "", link)
		text = substr(text, 1, RSTART - 1) substr(link, 2) \
			substr(text, RSTART + RLENGTH)
	}
	return text
}

# `code` and **strong words**, which may go on in the next line
function words(text,    out, part, n, i)
{
	text = plain(text)
	gsub(/\*\*/, "`", text)
	n = split(text, part, "`")
	out = ""
	for (i = 1; i <= n; i++) {
		out = out part[i]
		if (i < n) {
			out = out (bold ? "\\fR" : "\\fB")
			bold = !bold
		}
	}
	if (out ~ /^[.]/)
		out = "\\&" out
	return out
}

# A new paragraph, where there was an empty line that did not follow a heading.
function begin()
{
	if (parted)
		print ".PP"
	parted = 0
}

function table_end()
{
	if (in_table)
		parted = 1
	in_table = 0
}

BEGIN {
	print ".TH SOLVEGLASS\\-FORMATS 5 " released " \"solveglass\""
	print ".SH NAME"
	print "solveglass\\-formats \\- puzzles as JSON and as text, and what " \
		"solveglass prints"
	print ".SH DESCRIPTION"
	headed = 1
}

/^ *```/ {
	fenced = !fenced
	headed = 0
	begin()
	print fenced ? ".nf" : ".fi"
	next
}

fenced {
	print "\\&" plain($0)
	next
}

/^# / { next }
/^## / { table_end(); print ".SH " toupper(plain(substr($0, 4))); headed = 1; parted = 0; next }
/^### / { table_end(); print ".SS " plain(substr($0, 5)); headed = 1; parted = 0; next }

/^\|[-|]*\|$/ { next }

/^\|/ {
	line = substr($0, 3, length($0) - 4)
	# a | within code is none here
	at = index(line, " | ")
	# the first row is the heading
	if (!in_table) {
		in_table = 1
		next
	}
	headed = parted = 0
	print ".TP"
	print words(substr(line, 1, at - 1))
	print words(substr(line, at + 3))
	next
}

/^- / {
	table_end()
	headed = parted = 0
	print ".IP \\(bu 2"
	print words(substr($0, 3))
	next
}

/^$/ { table_end(); parted = !headed; next }

{
	sub(/^ +/, "")
	headed = 0
	begin()
	print words($0)
}
