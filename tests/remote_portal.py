"""A desktop portal for tests that lets programs click: remote_portal.py WAY IGNORED,
on the session's bus. What is asked for, $HAND does, a line each on its input.

WAY: yes, no, vanishes (after 20 of them), shaken (somebody moves the mouse then)."""
import os
import subprocess
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
REMOTE = "org.freedesktop.portal.RemoteDesktop"
CAST = "org.freedesktop.portal.ScreenCast"
REQUEST = "org.freedesktop.portal.Request"

way = sys.argv[1]
hand = subprocess.Popen([os.environ["HAND"], "hand"], stdin=subprocess.PIPE, text=True)


class Request(dbus.service.Object):
    @dbus.service.signal(REQUEST, signature="ua{sv}")
    def Response(self, answer, results):
        pass

    @dbus.service.method(REQUEST)
    def Close(self):
        print("closed", flush=True)


class Portal(dbus.service.Object):
    requests = done = 0
    devices = sources = started = False

    @dbus.service.method(dbus.PROPERTIES_IFACE, "ss", "v")
    def Get(self, interface, name):
        if interface not in (REMOTE, CAST):
            raise dbus.exceptions.DBusException("no such interface")
        return dbus.UInt32(2)

    def request(self, sender, results, answer=0):
        self.requests += 1
        path = f"{PATH}/request/{sender[1:].replace('.', '_')}/{self.requests}"
        request = Request(self.connection, path)
        GLib.timeout_add(1, lambda: request.Response(
            dbus.UInt32(answer), dbus.Dictionary(results, "sv")))
        return path

    @dbus.service.method(REMOTE, "a{sv}", "o", sender_keyword="sender")
    def CreateSession(self, options, sender):
        self.session = (f"{PATH}/session/{sender[1:].replace('.', '_')}/"
                        + options["session_handle_token"])
        return self.request(sender, {"session_handle": self.session})

    @dbus.service.method(REMOTE, "oa{sv}", "o", sender_keyword="sender")
    def SelectDevices(self, session, options, sender):
        self.devices = session == self.session and options["types"] == 3
        print("token", options.get("restore_token"), flush=True)
        return self.request(sender, {})

    @dbus.service.method(CAST, "oa{sv}", "o", sender_keyword="sender")
    def SelectSources(self, session, options, sender):
        self.sources = session == self.session and options["types"] == 1
        return self.request(sender, {})

    @dbus.service.method(REMOTE, "osa{sv}", "o", sender_keyword="sender")
    def Start(self, session, parent, options, sender):
        assert self.devices and self.sources
        self.started = way != "no"
        stream = {"position": dbus.Struct((100, 50), signature="ii"),
                  "size": dbus.Struct((800, 710), signature="ii")}
        return self.request(sender, {"devices": dbus.UInt32(3), "restore_token": "again", "streams": dbus.Array(
            [(dbus.UInt32(7), dbus.Dictionary(stream, "sv"))], "(ua{sv})")},
            0 if self.started else 1)

    def do(self, session, *words):
        assert self.started and session == self.session
        self.done += 1
        if way == "vanishes" and self.done == 20:
            loop.quit()
        if way == "shaken" and self.done == 20:
            subprocess.Popen([os.environ["HAND"], "shake"])
        print(*words, file=hand.stdin, flush=True)

    @dbus.service.method(REMOTE, "oa{sv}udd", "")
    def NotifyPointerMotionAbsolute(self, session, options, stream, x, y):
        assert stream == 7
        self.do(session, "move", x + 100, y + 50)

    @dbus.service.method(REMOTE, "oa{sv}iu", "")
    def NotifyPointerButton(self, session, options, code, state):
        self.do(session, "button", code, state)

    @dbus.service.method(REMOTE, "oa{sv}iu", "")
    def NotifyKeyboardKeysym(self, session, options, keysym, state):
        self.do(session, "key", keysym, state)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
owned = dbus.service.BusName(NAME, bus)
portal = Portal(bus, PATH)
loop = GLib.MainLoop()
print("ready", flush=True)
loop.run()
