/* A word to the person where no window is there to say it in: a desktop
 * notification. */
#ifndef NOTIFY_H
#define NOTIFY_H

#include <stdbool.h>

/* Shows `text` through the desktop's notify-send, without waiting for it.
 * Returns false where there is none. */
bool notify_send(const char *text);

/* Buries notify-sends that have ended; call now and then. Returns false where
 * one of them failed: no desktop listens. */
bool notify_settle(void);

#endif
