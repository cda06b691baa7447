/* Pixels from the server: through shared memory, else the connection. */
#include <X11/Xutil.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#include "x11_inside.h"
#include "x11_pixels.h"

void x11_fetch_fini(struct x11 *x11)
{
	if (!x11->segment_size)
		return;
	if (!xlink_is_lost(x11->link))
		XShmDetach(x11->display, &x11->segment);
	shmdt(x11->segment.shmaddr);
	x11->segment.shmaddr = NULL;
	x11->segment_size = 0;
}

/* Makes the shared segment at least `size` bytes. Returns 0, or -1 where this
 * server cannot share memory with us. */
static int ensure_segment(struct x11 *x11, size_t size)
{
	if (size <= x11->segment_size)
		return 0;
	x11_fetch_fini(x11);
	x11->segment.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
	if (x11->segment.shmid < 0)
		return -1;
	x11->segment.shmaddr = shmat(x11->segment.shmid, NULL, 0);
	x11->segment.readOnly = False;
	xlink_trap(x11->link);
	if (x11->segment.shmaddr != (void *)-1)
		XShmAttach(x11->display, &x11->segment);
	/* gone from the system as soon as both sides have let go of it, also
	 * where we are killed */
	if (xlink_check(x11->link) == 0 && x11->segment.shmaddr != (void *)-1)
		x11->segment_size = size;
	shmctl(x11->segment.shmid, IPC_RMID, NULL);
	if (x11->segment_size)
		return 0;
	if (x11->segment.shmaddr != (void *)-1)
		shmdt(x11->segment.shmaddr);
	xlink_trap(x11->link);
	return -1;
}

/* NULL where shared memory does not work here (then has_shm is false) or
 * where the server refused (then has_shm stays true). */
static XImage *get_shared(struct x11 *x11, const struct x11_source *source)
{
	const struct box *box = &source->box;
	XImage *image = XShmCreateImage(x11->display, source->visual,
					(unsigned)source->depth, ZPixmap, NULL,
					&x11->segment, (unsigned)box->width,
					(unsigned)box->height);

	if (!image)
		return NULL;
	if (ensure_segment(x11, (size_t)image->bytes_per_line *
					(size_t)image->height) < 0) {
		x11->has_shm = false;
		XDestroyImage(image);
		return NULL;
	}
	image->data = x11->segment.shmaddr;
	if (XShmGetImage(x11->display, source->drawable, image, box->x, box->y,
			 AllPlanes))
		return image;
	image->data = NULL;
	XDestroyImage(image);
	return NULL;
}

static void free_image(struct x11 *x11, XImage *image)
{
	if (image->data == x11->segment.shmaddr)
		image->data = NULL; /* the segment stays */
	XDestroyImage(image);
}

int x11_fetch(struct x11 *x11, const struct x11_source *source,
	      struct image *to, const struct point *at, struct problem *problem)
{
	const struct box *box = &source->box;
	XImage *image = NULL;
	int result;

	if (x11->has_shm)
		image = get_shared(x11, source);
	if (!image && !x11->has_shm)
		image = XGetImage(x11->display, source->drawable, box->x,
				  box->y, (unsigned)box->width,
				  (unsigned)box->height, AllPlanes, ZPixmap);
	if (!image)
		return 1;
	result = x11_pixels_convert(image, source->visual, to, (int)at->x,
				    (int)at->y, problem);
	free_image(x11, image);
	return result;
}
