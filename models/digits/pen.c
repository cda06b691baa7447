#include "pen.h"

#include <math.h>
#include <string.h>

#include FT_BBOX_H
#include FT_OUTLINE_H

static FT_Fixed to_fixed(double value)
{
	return (FT_Fixed)lround(value * 65536);
}

static FT_Pos to_26_6(double value)
{
	return (FT_Pos)lround(value * 64);
}

struct point pen_place(const struct pen *pen, struct point at)
{
	double c = cos(pen->turn), s = sin(pen->turn);

	return (struct point){ pen->px_middle.x + c * at.x - s * at.y,
			       pen->px_middle.y + s * at.x + c * at.y };
}

static void bend(FT_Outline *outline, const struct pen *pen)
{
	double k = 2 * 3.14159265358979 / pen->wave_length / 64;

	for (int i = 0; i < outline->n_points; i++) {
		FT_Vector *at = &outline->points[i];
		double x = (double)at->x, y = (double)at->y;

		at->x += to_26_6(pen->wave * sin(k * y + pen->wave_phase));
		at->y += to_26_6(pen->wave * sin(k * x + 2 * pen->wave_phase));
	}
}

/* The letter's outline, bold, stretched and sheared, its origin at 0,0. */
static FT_Outline *load(const struct pen *pen, char letter, double extra)
{
	FT_Face face = pen->font->face;
	FT_Matrix shape = { to_fixed(pen->stretch), to_fixed(pen->shear), 0,
			    0x10000 };
	FT_UInt index = FT_Get_Char_Index(face, (FT_ULong)letter);
	FT_Int32 flags = FT_LOAD_NO_BITMAP;
	double bold = pen->bold + extra;

	flags |= pen->hinted ? FT_LOAD_TARGET_LIGHT : FT_LOAD_NO_HINTING;
	if (!index || FT_Set_Char_Size(face, 0, to_26_6(pen->size), 72, 72) ||
	    FT_Load_Glyph(face, index, flags) ||
	    face->glyph->format != FT_GLYPH_FORMAT_OUTLINE)
		return NULL;

	FT_Outline *outline = &face->glyph->outline;

	if (bold != 0) {
		FT_Outline_Embolden(outline, to_26_6(bold));
		/* emboldening keeps the left and lower rim in place */
		FT_Outline_Translate(outline, -to_26_6(bold / 2),
				     -to_26_6(bold / 2));
	}
	FT_Outline_Transform(outline, &shape);
	if (pen->wave_length > 0)
		bend(outline, pen);
	return outline;
}

int pen_measure(const struct pen *pen, char letter, struct extent *extent,
		double *advance)
{
	FT_Outline *outline = load(pen, letter, 0);
	FT_BBox box;

	if (!outline || FT_Outline_Get_BBox(outline, &box))
		return -1;
	*extent =
		(struct extent){ (double)box.xMin / 64, -(double)box.yMax / 64,
				 (double)box.xMax / 64,
				 -(double)box.yMin / 64 };
	*advance =
		pen->stretch * (double)pen->font->face->glyph->advance.x / 64;
	return 0;
}

int pen_draw(const struct pen *pen, char letter, struct point origin,
	     double extra, struct canvas *canvas, unsigned char *bitmap)
{
	FT_Outline *outline = load(pen, letter, extra);
	int width = canvas->width, height = canvas->height;
	FT_Bitmap target = {
		.rows = (unsigned)height,
		.width = (unsigned)width,
		.pitch = width,
		.buffer = bitmap,
		.num_grays = 256,
		.pixel_mode = FT_PIXEL_MODE_GRAY,
	};
	struct point at = pen_place(pen, origin);
	double c = cos(pen->turn), s = sin(pen->turn);
	FT_Matrix turn = { to_fixed(c), to_fixed(s), to_fixed(-s),
			   to_fixed(c) };

	if (!outline)
		return -1;
	if (pen->turn != 0)
		FT_Outline_Transform(outline, &turn);
	FT_Outline_Translate(outline, to_26_6(at.x + 0.5),
			     to_26_6(height - at.y - 0.5));
	memset(bitmap, 0, (size_t)width * (size_t)height);
	if (FT_Outline_Get_Bitmap(pen->font->face->glyph->library, outline,
				  &target))
		return -1;
	for (int i = 0; i < width * height; i++) {
		float cover = (float)bitmap[i] / 255;

		if (cover > canvas->value[i])
			canvas->value[i] = cover;
	}
	return 0;
}
