"""A panel's tray for tests: tray_host.py LABEL, on the session's bus. Prints the
labels of the first icon's menu, a line each, and chooses LABEL; without one it
waits until the icon is gone."""
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
wanted = sys.argv[1]


class Watcher(dbus.service.Object):
    @dbus.service.method(NAME, "s", "", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, path, sender):
        # once it answers again
        GLib.idle_add(look, sender, path)

    @dbus.service.method(dbus.PROPERTIES_IFACE, "ss", "v")
    def Get(self, interface, name):
        return True

    @dbus.service.method(dbus.PROPERTIES_IFACE, "s", "a{sv}")
    def GetAll(self, interface):
        return {"IsStatusNotifierHostRegistered": True}

    @dbus.service.signal(NAME)
    def StatusNotifierHostRegistered(self):
        pass


def look(sender, path):
    item = dbus.Interface(bus.get_object(sender, path), dbus.PROPERTIES_IFACE)
    print("icon: " + item.Get(ITEM, "IconName"), flush=True)
    menu = dbus.Interface(
        bus.get_object(sender, item.Get(ITEM, "Menu")), MENU)
    for number, properties, _ in menu.GetLayout(0, -1, [])[1][2]:
        label = properties.get("label", "").replace("_", "")
        print("entry: " + label, flush=True)
        if label == wanted:
            menu.Event(number, "clicked", dbus.Int32(0), dbus.UInt32(0))
            print("chosen", flush=True)
    return False


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
watcher = Watcher(bus, "/StatusNotifierWatcher")
owned = dbus.service.BusName(NAME, bus)
watcher.StatusNotifierHostRegistered()
print("ready", flush=True)
GLib.MainLoop().run()
