#include "flood.h"

#include <math.h>

/* Ground is nearer to its own colour than to the lines' by this share of what
 * lies between; and no farther than so. */
#define GROUND_SHARE 0.45
#define GROUND_MOST 36.0
bool flood_find_ground(const struct elements *elements, int element,
		       const struct mode *line, struct mode *ground)
{
	struct mode modes[MODES];
	int count = modes_find_beside(elements, element, modes), best = -1;
	double apart;

	for (int k = 0; k < count; k++)
		if (best < 0 || modes[k].weight > modes[best].weight)
			best = k;
	if (best < 0)
		return false;
	*ground = modes[best];
	apart = sqrt(mode_squared(ground, mode_colour(line)));
	ground->reach = fmin(GROUND_MOST, GROUND_SHARE * apart);
	return apart > MODES_APART;
}

/* Pixels that were reached, from which more may be. */
struct front {
	int *list;
	int count;
};

/* A pixel of the lines is reached: it is line as far as `network` goes. */
static void reach(struct network *network, struct front *front, int at)
{
	enum { OWN = 2 };

	if (network->line[at] == 1) {
		network->line[at] = OWN;
		front->list[front->count++] = at;
	}
}

static void reach_element(const struct elements *elements, int element,
			  struct network *network, struct front *front)
{
	int shrink = elements->shrink;

	for (int y = 0; y < network->height; y++) {
		int row = (network->px_y + y * network->step) / shrink;

		if (row >= elements->small.height)
			break;
		for (size_t i = elements->row_start[row];
		     i < elements->row_start[row + 1]; i++) {
			const struct element_run *run = &elements->runs[i];
			int x = run->left * shrink - network->px_x;
			int end = run->right * shrink - network->px_x;

			if (run->element != element)
				continue;
			x = x > 0 ? (x + network->step - 1) / network->step : 0;
			for (; x < network->width && x * network->step < end;
			     x++)
				reach(network, front, y * network->width + x);
		}
	}
}

void flood_leave_own(const struct elements *elements, int element,
		     struct network *network)
{
	int w = network->width, h = network->height;
	/* not needed before hearts are looked for */
	struct front front = { .list = network->parent };

	reach_element(elements, element, network, &front);
	while (front.count) {
		int at = front.list[--front.count];
		int x = at % w, y = at / w;

		if (x > 0)
			reach(network, &front, at - 1);
		if (x < w - 1)
			reach(network, &front, at + 1);
		if (y > 0)
			reach(network, &front, at - w);
		if (y < h - 1)
			reach(network, &front, at + w);
	}
	for (int i = 0; i < w * h; i++)
		network->line[i] >>= 1;
}

/* Colours of the lines where they are fields: not of their edges. */
static int sample_lines(const struct elements *elements,
			const struct network *network, uint32_t *samples)
{
	int every = 1 + network->width * network->height / MODES_SAMPLES;
	int shrink = elements->shrink, skip = 0, count = 0;

	for (int y = 0; y < network->height; y++) {
		const uint8_t *line = network->line + y * network->width;
		int px_y = network->px_y + y * network->step;
		int row = px_y / shrink;
		size_t i = elements->row_start[row];

		for (int x = 0; x < network->width; x++) {
			int px_x = network->px_x + x * network->step;

			while (i + 1 < elements->row_start[row + 1] &&
			       elements->runs[i].right * shrink <= px_x)
				i++;
			if (!line[x] || skip-- > 0 ||
			    elements->list[elements->runs[i].element].kind !=
				    ELEMENT_FIELD)
				continue;
			skip = every - 1;
			samples[count++] =
				image_row(elements->image, px_y)[px_x];
			if (count == MODES_SAMPLES)
				return count;
		}
	}
	return count;
}

bool flood_find_line(const struct elements *elements,
		     const struct network *network, struct mode *line)
{
	uint32_t samples[MODES_SAMPLES];
	struct mode modes[MODES];
	int count = modes_of(samples, sample_lines(elements, network, samples),
			     modes);

	for (int k = 0; k < count; k++)
		if (!k || modes[k].red + modes[k].green + modes[k].blue <
				  line->red + line->green + line->blue)
			*line = modes[k];
	return count > 0;
}
