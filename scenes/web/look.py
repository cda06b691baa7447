"""How a page looks: colours, fonts and boxes, chosen by a random generator.
A colour is (red, green, blue), each 0 to 1."""
import colorsys

# Those of common Linux desktops; a missing one falls back to the last name.
SANS = ["DejaVu Sans", "Nimbus Sans", "Cabin", "Comic Neue", "B612",
        "URW Gothic", "Nimbus Sans Narrow", "Liberation Sans", "Arial",
        "system-ui", "sans-serif"]
SERIF = ["DejaVu Serif", "Nimbus Roman", "Vollkorn", "P052", "C059",
         "URW Bookman", "Georgia", "serif"]
MONO = ["DejaVu Sans Mono", "Nimbus Mono PS", "B612 Mono", "monospace"]


def chance(rng, share):
    return rng.random() < share


def hsl(hue, saturation, lightness):
    return colorsys.hls_to_rgb(hue % 1, lightness, saturation)


def mix(a, b, share):
    return tuple(x + (y - x) * share for x, y in zip(a, b))


def css(colour):
    return "#" + "".join(f"{round(255 * x):02x}" for x in colour)


def luminance(colour):
    """Relative luminance of WCAG 2."""
    linear = [x / 12.92 if x <= .03928 else ((x + .055) / 1.055) ** 2.4
              for x in colour]
    return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2]


def contrast(a, b):
    """Contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + .05) / (low + .05)


def font(rng):
    family = rng.choice(rng.choices([SANS, SERIF, MONO], [6, 3, 1.5])[0])
    return f"'{family}'" if " " in family else family


class Look:
    """What a page's parts have in common."""

    def __init__(self, rng):
        self.rng = rng
        self.dark = chance(rng, .28)
        self.hue = rng.random()
        # of coloured surfaces
        self.saturation = rng.choice([0, .15, .4, .7, .95])
        self.font = font(rng)
        self.board_font = self.font if chance(rng, .6) else font(rng)
        self.weight = rng.choice([400, 400, 400, 500, 600, 700])
        if chance(rng, .4):  # plain white or nearly black, as most pages are
            self.page = hsl(self.hue, .2, rng.uniform(.05, .14)) \
                if self.dark else hsl(0, 0, rng.choice([1, 1, 1, .97, .94]))
        else:
            self.page = self.surface()
        self.accent = hsl(rng.choice([self.hue, self.hue + .5, rng.random()]),
                          rng.uniform(.5, .95), rng.uniform(.3, .6))

    def surface(self):
        """A ground to print on."""
        light = self.rng.uniform(.06, .3) if self.dark else \
            1 - self.rng.choice([0, .02, .04, .08, .15, .25])
        hue = self.hue + self.rng.choice([0, 0, .08, .5])
        return hsl(hue, self.saturation, light)

    def ink(self, ground):
        """A colour that people can read on `ground`."""
        rng = self.rng
        least = rng.choices([7, 4.5, 3, 2.3], [.5, .33, .13, .04])[0]
        for _ in range(12):
            colour = rng.choice([
                hsl(0, 0, rng.uniform(0, 1)), self.accent,
                hsl(self.hue, rng.random(), rng.uniform(.05, .95)),
                hsl(rng.random(), rng.random(), rng.uniform(.05, .95))])
            if contrast(colour, ground) >= least:
                return colour
        return max((0, 0, 0), (1, 1, 1), key=lambda c: contrast(c, ground))

    def edge(self, ground, least):
        """The colour of a border on `ground`, from faint to black."""
        rng = self.rng
        for _ in range(12):
            colour = rng.choice([
                mix(ground, (0, 0, 0), rng.uniform(.08, 1)),
                mix(ground, (1, 1, 1), rng.uniform(.08, 1)),
                self.accent, hsl(self.hue, self.saturation, rng.random())])
            if contrast(colour, ground) >= least:
                return colour
        return max((0, 0, 0), (1, 1, 1), key=lambda c: contrast(c, ground))

    def fill(self, ground, least):
        """A surface that differs from `ground` by a contrast of at least
        `least`."""
        rng = self.rng
        for _ in range(12):
            colour = rng.choice([
                (1, 1, 1), self.surface(), self.surface(), self.accent,
                mix(ground, self.accent, rng.uniform(.1, .5)),
                mix(ground, (0, 0, 0), rng.uniform(.04, .3)),
                mix(ground, (1, 1, 1), rng.uniform(.04, .3))])
            if contrast(colour, ground) >= least:
                return colour
        return mix(ground, (0, 0, 0) if luminance(ground) > .2 else (1, 1, 1),
                   .25)

    def background(self, colour, share=.15):
        """CSS of a ground: mostly plain, else a gradient."""
        rng = self.rng
        if not chance(rng, share):
            return css(colour)
        towards = rng.choice([(0, 0, 0), (1, 1, 1), self.accent])
        other = css(mix(colour, towards, rng.uniform(.05, .22)))
        if chance(rng, .25):
            return f"radial-gradient({css(colour)}, {other})"
        return f"linear-gradient({rng.choice([0, 45, 90, 135, 180])}deg, " \
            f"{css(colour)}, {other})"

    def shadow(self):
        rng = self.rng
        size = rng.randint(1, 12)
        return rng.choice([
            f"0 {size // 2}px {size}px rgba(0,0,0,{rng.uniform(.1, .45):.2f})",
            f"{size // 3}px {size // 3}px 0 rgba(0,0,0,.35)",
            f"inset 0 1px {size // 2}px rgba(0,0,0,.35)",
            f"0 0 {size}px {css(self.accent)}"])


class Box:
    """How one kind of box is painted, and which ground its text then has."""

    def __init__(self, look, ground, visible, plain=0.):
        """`visible`: it can be told from the ground when it is empty.
        `plain`: the share of boxes without anything."""
        rng = look.rng
        self.ground, self.border, self.width = ground, "none", 0
        self.radius, rules = 0, []
        if not visible and chance(rng, plain):
            self.css = "background:none;border:none"
            return
        kind = rng.choices(["border", "fill", "both", "shadow"],
                           [.4, .25, .3, .05])[0]
        if kind != "border":
            self.ground = look.fill(ground, 1.12 if visible else 1.03)
            rules.append(f"background:{look.background(self.ground)}")
        else:
            rules.append("background:none")
        if kind in ("border", "both"):
            self.border, self.width = rng.choices(
                ["solid", "dashed", "dotted", "double", "groove", "ridge",
                 "inset", "outset"], [12, 2, 2, 1, 1, .5, 1, .5])[0], \
                rng.choices([1, 2, 3, 4, 6], [6, 4, 2, 1, .5])[0]
            if self.border == "double":
                self.width = max(3, self.width)
            if self.border in ("groove", "ridge", "inset", "outset"):
                self.width = max(2, self.width)
            colour = look.edge(ground, 1.35)
            rules.append(f"border:{self.width}px {self.border} {css(colour)}")
        else:
            rules.append("border:none")
        if kind == "shadow" or chance(rng, .12):
            rules.append(f"box-shadow:{look.shadow()}")
        self.radius = rng.choices([0, 2, 4, 8, 14], [6, 1, 2, 2, 1])[0]
        if self.radius:
            rules.append(f"border-radius:{self.radius}px")
        self.css = ";".join(rules)
