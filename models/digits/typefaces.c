#include "typefaces.h"

#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include FT_OUTLINE_H

#include "alloc.h"

static bool is_font_file(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (!strcasecmp(dot, ".ttf") || !strcasecmp(dot, ".otf") ||
		       !strcasecmp(dot, ".ttc") || !strcasecmp(dot, ".t1"));
}

/* the order of a directory is chance, that of training must not be */
static int compare_names(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static struct typeface *find_design(struct typefaces *typefaces,
				    const char *family)
{
	char wanted[128];

	snprintf(wanted, sizeof wanted, ", %s, ", family);
	for (size_t i = 0; i < typefaces->count; i++)
		if (strstr(typefaces->list[i].families, wanted))
			return &typefaces->list[i];
	return NULL;
}

static bool is_leaning(FT_Face face)
{
	return (face->style_flags & FT_STYLE_FLAG_ITALIC) ||
	       (face->style_name && (strstr(face->style_name, "Italic") ||
				     strstr(face->style_name, "Oblique") ||
				     strstr(face->style_name, "Slanted")));
}

static bool is_usable(FT_Face face)
{
	static const char needed[] = "0123456789AB";

	if (!FT_IS_SCALABLE(face))
		return false;
	for (const char *c = needed; *c; c++)
		if (!FT_Get_Char_Index(face, (FT_ULong)*c))
			return false;
	return true;
}

/* Heights are measured at this size, large against rounding. */
enum { MEASURE_PIXELS = 256 };

static double measure_digit(FT_Face face)
{
	FT_BBox box;

	if (FT_Set_Pixel_Sizes(face, 0, MEASURE_PIXELS) ||
	    FT_Load_Char(face, '8', FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) ||
	    face->glyph->format != FT_GLYPH_FORMAT_OUTLINE)
		return 0;
	FT_Outline_Get_CBox(&face->glyph->outline, &box);
	return (double)(box.yMax - box.yMin) / 64 / MEASURE_PIXELS;
}

static int add_font(struct typefaces *typefaces, const char *path)
{
	struct typeface *design;
	struct typeface_font font;

	if (FT_New_Face(typefaces->library, path, 0, &font.face))
		return 0; /* not a font that FreeType knows */
	design = font.face->family_name
			 ? find_design(typefaces, font.face->family_name)
			 : NULL;
	font.leans = is_leaning(font.face);
	font.digit_height =
		design && is_usable(font.face) &&
				(!font.leans || design->use == TYPEFACE_TRAIN)
			? measure_digit(font.face)
			: 0;
	if (!design || font.digit_height <= 0) {
		FT_Done_Face(font.face);
		return 0;
	}
	if (alloc_grow(&design->fonts, &design->capacity, design->count + 1,
		       sizeof font) < 0) {
		FT_Done_Face(font.face);
		return -1;
	}
	design->fonts[design->count++] = font;
	return 0;
}

static int scan(struct typefaces *typefaces, const char *directory)
{
	char *path = strdup(directory);
	char *paths[] = { path, NULL };
	FTS *tree = path ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR,
				    compare_names)
			 : NULL;
	FTSENT *entry;
	int status = tree ? 0 : -1;

	while (status == 0 && (entry = fts_read(tree)))
		if (entry->fts_info == FTS_F && is_font_file(entry->fts_path))
			status = add_font(typefaces, entry->fts_path);
	if (tree)
		fts_close(tree);
	free(path);
	return status;
}

static int parse_line(struct typefaces *typefaces, const char *line,
		      struct problem *problem)
{
	static const char *const uses[] = { "train ", "hold ", "test " };
	struct typeface design = { .use = TYPEFACE_USES };
	const char *names = line;

	if (*line == '#' || *line == '\0')
		return 0;
	for (int i = 0; i < TYPEFACE_USES; i++)
		if (strncmp(line, uses[i], strlen(uses[i])) == 0) {
			design.use = (enum typeface_use)i;
			names = line + strlen(uses[i]);
		}
	if (design.use == TYPEFACE_USES)
		return problem_set(problem, PROBLEM_INPUT,
				   "train, hold or test expected: '%s'", line);
	snprintf(design.name, sizeof design.name, "%.*s",
		 (int)strcspn(names, ","), names);
	if (asprintf(&design.families, ", %s, ", names) < 0)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	if (alloc_grow(&typefaces->list, &typefaces->capacity,
		       typefaces->count + 1, sizeof design) < 0) {
		free(design.families);
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	}
	typefaces->list[typefaces->count++] = design;
	return 0;
}

static void drop_missing(struct typefaces *typefaces)
{
	size_t kept = 0;

	for (size_t i = 0; i < typefaces->count; i++)
		if (typefaces->list[i].count)
			typefaces->list[kept++] = typefaces->list[i];
		else
			free(typefaces->list[i].families);
	typefaces->count = kept;
}

int typefaces_load(struct typefaces *typefaces, const char *list_file,
		   const char *directory, struct problem *problem)
{
	char line[512];
	FILE *file;
	int status = 0;

	memset(typefaces, 0, sizeof *typefaces);
	if (FT_Init_FreeType(&typefaces->library))
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "FreeType does not start");
	file = fopen(list_file, "r");
	if (!file)
		return problem_set(problem, PROBLEM_INPUT, "cannot open '%s'",
				   list_file);
	while (status == 0 && fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = '\0';
		status = parse_line(typefaces, line, problem);
	}
	fclose(file);
	if (status == 0 && scan(typefaces, directory) < 0)
		status = problem_set(problem, PROBLEM_MEMORY, "no memory");
	if (status == 0)
		drop_missing(typefaces);
	return status;
}

void typefaces_fini(struct typefaces *typefaces)
{
	for (size_t i = 0; i < typefaces->count; i++) {
		for (size_t k = 0; k < typefaces->list[i].count; k++)
			FT_Done_Face(typefaces->list[i].fonts[k].face);
		free(typefaces->list[i].fonts);
		free(typefaces->list[i].families);
	}
	free(typefaces->list);
	if (typefaces->library)
		FT_Done_FreeType(typefaces->library);
	memset(typefaces, 0, sizeof *typefaces);
}
