"""What a screen reader gets of `solveglass view`, for tests: screen_reader.py
TITLE, on the session's bus. Once the window's title has TITLE it prints a line
for each thing of the window that takes the keyboard, its role, name and
description, then each sentence that it is told to speak."""
import sys
import time

import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def find():
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(i)
        if program and program.get_child_count() and \
                sys.argv[1] in program.get_child_at_index(0).get_name():
            return program
    return None


def print_below(thing):
    if thing.get_state_set().contains(Atspi.StateType.FOCUSABLE):
        line = f"{thing.get_role_name()}: {thing.get_name()}: " + \
            thing.get_description()
        print(line.replace("\n", "|"), flush=True)
    for i in range(thing.get_child_count()):
        print_below(thing.get_child_at_index(i))


def speak(event):
    print("spoken: " + event.any_data.replace("\n", "|"), flush=True)


Atspi.init()
tries = 200
while not find():
    tries -= 1
    if not tries:
        sys.exit("no window")
    time.sleep(.05)
print_below(find())
listener = Atspi.EventListener.new(speak)
listener.register("object:announcement")
print("ready", flush=True)
GLib.timeout_add_seconds(60, Atspi.event_quit)
Atspi.event_main()
