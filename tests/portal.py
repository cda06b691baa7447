"""A desktop portal for tests: portal.py WAY PICTURE, on the session's bus.

WAY: yes, slow (yes after half a second), no, fails, never (does not answer),
vanishes (ends where it is asked), nowhere (names a file that is not there)."""
import shutil
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SCREENSHOT = "org.freedesktop.portal.Screenshot"
REQUEST = "org.freedesktop.portal.Request"
ANSWERS = {"yes": 0, "slow": 0, "nowhere": 0, "no": 1, "fails": 2}

way, picture = sys.argv[1:]


class Request(dbus.service.Object):
    @dbus.service.signal(REQUEST, signature="ua{sv}")
    def Response(self, answer, results):
        pass

    @dbus.service.method(REQUEST)
    def Close(self):
        print("closed", flush=True)


class Portal(dbus.service.Object):
    @dbus.service.method(dbus.PROPERTIES_IFACE, "ss", "v")
    def Get(self, interface, name):
        return dbus.UInt32(2)

    @dbus.service.method(SCREENSHOT, "sa{sv}", "o", sender_keyword="sender")
    def Screenshot(self, parent, options, sender):
        print("asked", flush=True)
        path = PATH + "/request/" + sender[1:].replace(".", "_") + "/t"
        if way == "vanishes":
            GLib.timeout_add(50, loop.quit)
        elif way != "never":
            GLib.timeout_add(500 if way == "slow" else 1, self.answer, path)
        self.request = Request(self.connection, path)
        return path

    def answer(self, path):
        shot = picture + ".shot.png"
        if way != "nowhere":
            shutil.copy(picture, shot)
        results = {} if ANSWERS[way] else {"uri": "file://" + shot}
        self.request.Response(
            dbus.UInt32(ANSWERS[way]), dbus.Dictionary(results, signature="sv"))
        return False


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
owned = dbus.service.BusName(NAME, bus)
portal = Portal(bus, PATH)
loop = GLib.MainLoop()
print("ready", flush=True)
loop.run()
