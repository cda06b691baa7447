"""A Wayland compositor without some of its interfaces, for tests:
filter_wayland.py SOCKET COMPOSITOR'S-SOCKET INTERFACE..."""
import array
import os
import socket
import struct
import sys
import threading

hidden = [name.encode() + b"\0" for name in sys.argv[3:]]


def is_hidden(message):
    """wl_registry.global of one of them: name, length, interface."""
    _, head = struct.unpack_from("II", message)
    return head & 0xffff == 0 and any(
        message[16:16 + len(name)] == name for name in hidden)


def receive(end):
    data, ancillary, _, _ = end.recvmsg(65536, socket.CMSG_SPACE(28 * 4))
    fds = array.array("i")
    for level, kind, part in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            fds.frombytes(part[:len(part) - len(part) % fds.itemsize])
    return data, fds


def send(end, data, fds):
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)] if fds else []
    sent = end.sendmsg([data], rights)
    end.sendall(data[sent:])
    for fd in fds:
        os.close(fd)


def pass_on(source, target, filtered):
    rest = b""
    try:
        while True:
            data, fds = receive(source)
            if not data:
                break
            rest += data
            whole = b""
            while filtered and len(rest) >= 8:
                size = struct.unpack_from("I", rest, 4)[0] >> 16
                if len(rest) < size:
                    break
                if not is_hidden(rest[:size]):
                    whole += rest[:size]
                rest = rest[size:]
            if not filtered:
                whole, rest = rest, b""
            if whole:
                send(target, whole, fds)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o777)
server.listen()
while True:
    client = server.accept()[0]
    compositor = socket.socket(socket.AF_UNIX)
    compositor.connect(sys.argv[2])
    for ends in ((client, compositor, False), (compositor, client, True)):
        threading.Thread(target=pass_on, args=ends, daemon=True).start()
