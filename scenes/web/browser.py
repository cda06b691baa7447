"""One headless Chromium that renders many pages, spoken to over the pipe of
its debugging protocol (chromedevtools.github.io/devtools-protocol)."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

MEASURE = (Path(__file__).parent / "measure.js").read_text()
FLAGS = """--headless --no-sandbox --disable-gpu --hide-scrollbars
 --remote-debugging-pipe --disable-background-networking
 --disable-component-update --disable-sync --no-first-run
 --disable-quic --disable-dev-shm-usage --disable-extensions --disable-lcd-text
 --font-render-hinting=none""".split()


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="web-")
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        # the protocol wants descriptors 3 and 4
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "sh",
             "chromium", *FLAGS, f"--user-data-dir={self.profile}"],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.out, self.incoming = os.fdopen(ours_out, "wb"), os.fdopen(
            ours_in, "rb")
        self.sent, self.unread, self.session = 0, b"", None
        target = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        self.frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session = None
        try:
            self.call("Browser.close")
        except OSError:
            pass  # it is gone already
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.unread:
            part = self.incoming.read1(1 << 20)
            if not part:
                raise OSError("chromium ended")
            self.unread += part
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.sent += 1
        message = {"id": self.sent, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        self.out.flush()
        while True:
            answer = self.receive()
            if answer.get("id") != self.sent:
                continue  # an event
            if "error" in answer:
                raise OSError(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def measure(self, width, height, scale):
        """Lays the page out in a window of so many CSS pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=scale, mobile=False)
        answer = self.call("Runtime.evaluate", expression=MEASURE,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise OSError(f"measure.js: {answer['exceptionDetails']}")
        return answer["result"]["value"]

    def render(self, html, width, height, scale):
        """Returns the picture as PNG and what measure.js says of it, whose
        boxes are in CSS pixels. The window grows until all puzzles are in
        it."""
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=scale, mobile=False)
        self.call("Page.setDocumentContent", frameId=self.frame, html=html)
        for _ in range(4):
            seen = self.measure(width, height, scale)
            need_x, need_y = seen["need"]
            if need_x <= width and need_y <= height:
                break
            width, height = max(width, need_x), max(height, need_y)
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        return base64.b64decode(picture), seen
