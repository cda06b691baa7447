"""A desktop portal for tests that gives keys: keys_portal.py WAY IGNORED, on the
session's bus. SIGUSR1 presses what was bound first, SIGUSR2 the second; SIGHUP
takes another key for the first, SIGINT takes all keys back.

WAY: yes, some (the first alone, by another key), unnamed (as Hyprland: all, but
no key), other (yes, said as GNOME 48 does: it failed, with the keys), no, fails,
never (does not answer), vanishes (ends where keys are bound), absent (has no such
interface), stranger (knows nobody without a desktop file), old (yes, before there
was a registry)."""
import signal
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
REGISTRY = "org.freedesktop.host.portal.Registry"
REQUEST = "org.freedesktop.portal.Request"
SESSION = "org.freedesktop.portal.Session"
ERROR = "org.freedesktop.portal.Error."
ANSWERS = {"no": 1, "fails": 2}
BIND_ANSWERS = {**ANSWERS, "other": 2}

way = sys.argv[1]


def say(*words):
    print(*words, flush=True)


def fail(name, text):
    raise dbus.exceptions.DBusException(text, name=name)


class Request(dbus.service.Object):
    @dbus.service.signal(REQUEST, signature="ua{sv}")
    def Response(self, answer, results):
        pass

    @dbus.service.method(REQUEST)
    def Close(self):
        say("closed")


class Session(dbus.service.Object):
    @dbus.service.signal(SESSION)
    def Closed(self):
        pass


class Portal(dbus.service.Object):
    requests = 0
    registered = False
    ids = []

    @dbus.service.method(dbus.PROPERTIES_IFACE, "ss", "v")
    def Get(self, interface, name):
        if interface != SHORTCUTS or way == "absent":
            fail("org.freedesktop.DBus.Error.InvalidArgs", "no such interface")
        return dbus.UInt32(1)

    @dbus.service.method(REGISTRY, "sa{sv}")
    def Register(self, app, options):
        if way == "old":
            fail("org.freedesktop.DBus.Error.UnknownMethod", "no such method")
        if way == "stranger":
            fail(ERROR + "Failed", "Could not register app ID: "
                 f"App info not found for '{app}'")
        say("registered", app)
        self.registered = True

    def request(self, sender, results, answers=ANSWERS):
        """An answer that comes once the method has returned."""
        self.requests += 1
        path = f"{PATH}/request/{sender[1:].replace('.', '_')}/{self.requests}"
        request = Request(self.connection, path)
        answer = dbus.UInt32(answers.get(way, 0))
        GLib.timeout_add(
            1, lambda: request.Response(answer, dbus.Dictionary(results, "sv")))
        return path

    @dbus.service.method(SHORTCUTS, "a{sv}", "o", sender_keyword="sender")
    def CreateSession(self, options, sender):
        if not self.registered and way != "old":
            fail(ERROR + "NotAllowed", "An app id is required")
        token = options["session_handle_token"]
        self.session = f"{PATH}/session/{sender[1:].replace('.', '_')}/{token}"
        self.handle = Session(self.connection, self.session)
        say("session")
        if way in ANSWERS:  # the user is asked for keys alone
            self.requests += 1
            path = f"{PATH}/request/session"
            request = Request(self.connection, path)
            GLib.timeout_add(1, lambda: request.Response(
                dbus.UInt32(0), {"session_handle": self.session}))
            return path
        return self.request(sender, {"session_handle": self.session})

    @dbus.service.method(SHORTCUTS, "oa(sa{sv})sa{sv}", "o", sender_keyword="sender")
    def BindShortcuts(self, session, shortcuts, parent, options, sender):
        assert session == self.session
        given = []
        for name, more in shortcuts:
            say("bind", name, more.get("preferred_trigger"), more["description"])
            key = "" if way == "unnamed" else more.get("preferred_trigger", "")
            given.append((name, {"description": more["description"],
                                 "trigger_description": key}))
        if way == "some":
            del given[1:]
            given[0][1]["trigger_description"] = "Press Super+F9"
        self.ids = [name for name, more in given]
        if way == "vanishes":
            GLib.timeout_add(50, loop.quit)
        if way in ("never", "vanishes"):
            path = f"{PATH}/request/never"
            self.unanswered = Request(self.connection, path)
            return path
        return self.request(sender, {} if way in ANSWERS else {
            "shortcuts": dbus.Array(
                [(name, dbus.Dictionary(more, "sv")) for name, more in given],
                "(sa{sv})")}, BIND_ANSWERS)

    @dbus.service.signal(SHORTCUTS, signature="osta{sv}")
    def Activated(self, session, name, time, options):
        pass

    @dbus.service.signal(SHORTCUTS, signature="osta{sv}")
    def Deactivated(self, session, name, time, options):
        pass

    @dbus.service.signal(SHORTCUTS, signature="oa(sa{sv})")
    def ShortcutsChanged(self, session, shortcuts):
        pass

    def press(self, number):
        nothing = dbus.Dictionary({}, "sv")
        # not ours
        self.Activated(PATH + "/session/x/y", self.ids[number], 1, nothing)
        self.Activated(self.session, "nonsense", 1, nothing)
        self.Activated(self.session, self.ids[number], 1, nothing)
        self.Deactivated(self.session, self.ids[number], 2, nothing)
        return True

    def change(self):
        """The user takes another key for what was bound first."""
        self.ShortcutsChanged(self.session, [(
            self.ids[0], dbus.Dictionary({"trigger_description": "Meta+7"}, "sv"))])
        return True

    def close(self):
        self.handle.Closed()
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
owned = dbus.service.BusName(NAME, bus, allow_replacement=True,
                             replace_existing=True, do_not_queue=True)
portal = Portal(bus, PATH)
loop = GLib.MainLoop()
for number, what in ((signal.SIGUSR1, lambda: portal.press(0)),
                     (signal.SIGUSR2, lambda: portal.press(1)),
                     (signal.SIGHUP, portal.change),
                     (signal.SIGINT, portal.close)):
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, what)
say("ready")
loop.run()
