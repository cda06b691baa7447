#include "batch_wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
	char bytes[CMSG_SPACE(sizeof(int))];
	struct cmsghdr alignment;
};

int wire_send_job(int socket, const struct wire_job *job, int file)
{
	union control control = { { 0 } };
	struct iovec data = { (void *)job, sizeof *job };
	struct msghdr message = { .msg_iov = &data,
				  .msg_iovlen = 1,
				  .msg_control = &control,
				  .msg_controllen = sizeof control };
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	ssize_t sent;

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof file);
	memcpy(CMSG_DATA(header), &file, sizeof file);
	do
		sent = sendmsg(socket, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == sizeof *job ? 0 : -1;
}

int wire_receive_job(int socket, struct wire_job *job, int *file)
{
	union control control = { { 0 } };
	struct iovec data = { job, sizeof *job };
	struct msghdr message = { .msg_iov = &data,
				  .msg_iovlen = 1,
				  .msg_control = &control,
				  .msg_controllen = sizeof control };
	struct cmsghdr *header;
	ssize_t got;

	do
		got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	header = got == sizeof *job ? CMSG_FIRSTHDR(&message) : NULL;
	if (!header || header->cmsg_type != SCM_RIGHTS ||
	    header->cmsg_len != CMSG_LEN(sizeof *file))
		return -1;
	memcpy(file, CMSG_DATA(header), sizeof *file);
	return 0;
}
