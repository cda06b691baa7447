"""A whole page: a look, boards, and what else people put on theirs."""
from boards import FAMILIES
from look import Box, Look, chance, css

WINDOWS = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (1024, 768),
           (1536, 864), (800, 600), (1280, 1024), (768, 1024), (412, 915),
           (390, 844)]
PX_MOST = 9e6  # of a picture

TITLES = ["Number Puzzle", "Sum Puzzle", "Daily Challenge", "Puzzle of the day",
          "Zahlenmauer", "Rechenpyramide", "Math Games", "Brain Trainer",
          "Suma cruzada", "Puzzle #{n}", "Level {n}", "Kopfrechnen",
          "Grade {s} worksheet", "Logic Corner", "My Puzzle App"]
SENTENCES = [
    "Fill in the missing numbers.", "Use each number from 1 to 9 only once.",
    "You have solved {n} of {m} puzzles so far.", "Every row adds up.",
    "Each brick is the sum of the two below it.", "Best time: {t}.",
    "The sum of each row and column is shown at the edge.",
    "Puzzle {n} of {m}, rated {s} out of 5 by {m} players.",
    "Last updated on {s}/{s}/20{d}.", "Trage die fehlenden Zahlen ein.",
    "Tip: start with the row where only 1 number is missing.",
    "In {m} of {n} games players needed more than {s} minutes and {d} "
    "seconds to find all the numbers, so take your time.",
    "Numbers from 1 to {d} may appear more than once.",
    "© 20{d} Puzzle Club. All rights reserved.", "Made with love."]
LABELS = ["New game", "Check", "Solve", "Hint", "Reset", "Undo", "Clear",
          "Share", "Print", "Next", "Submit", "Hint ({s})", "Neues Spiel",
          "Prüfen", "Settings", "Pause", "Easy", "Medium", "Hard", "5x5"]
MENU = ["Home", "Puzzles", "Archive", "Leaderboard", "About", "Contact",
        "Sudoku", "Kakuro", "Blog", "Login", "Help", "Statistics"]
NAMES = ["Anna", "Ben", "Chen", "Dora", "Emil", "Farid", "Grace", "Hugo"]


class Page:
    def __init__(self, rng, puzzles):
        self.rng = rng
        self.look = Look(rng)
        self.rules, self.notes = [], []
        self.choose_window()
        look = self.look
        self.ground = look.page
        self.card = None
        if chance(rng, .45):
            self.card = Box(look, look.page, True)
            self.ground = self.card.ground
        self.boards = [
            FAMILIES[p["family"]][0](p, look, self.scale, f"p{i}", self.ground)
            for i, p in enumerate(puzzles)]

    def choose_window(self):
        rng = self.rng
        self.width, self.height = rng.choice(WINDOWS)
        phone = self.width < 600
        self.scale = rng.choice([2, 2.625, 3]) if phone else rng.choices(
            [1, 1.25, 1.5, 2, 3, .8, .9, 1.1, 1.75],
            [9, 2, 2, 4, 1, .7, .7, 1, .7])[0]
        while self.width * self.height * self.scale ** 2 > PX_MOST:
            self.scale = 1 if self.scale < 1.5 else self.scale - .5

    def text(self, pattern):
        rng = self.rng
        return pattern.format(
            n=rng.randint(1, 400), m=rng.randint(10, 2000), s=rng.randint(1, 9),
            d=rng.randint(10, 31),
            t=f"{rng.randint(0, 59):02}:{rng.randint(0, 59):02}")

    def some(self, patterns, least, most):
        return [self.text(p) for p in
                self.rng.sample(patterns, self.rng.randint(least, most))]

    # what else is on a page; each returns HTML

    def buttons(self):
        return '<div class="bar">' + "".join(
            f"<button>{label}</button>" for label in self.some(LABELS, 1, 5)
        ) + "</div>"

    def sentences(self):
        return "".join(f"<p>{line}</p>" for line in
                       self.some(SENTENCES, 1, 3))

    def list(self):
        return "<ul>" + "".join(f"<li>{line}</li>" for line in
                                self.some(SENTENCES, 2, 4)) + "</ul>"

    def number_pad(self):
        columns = self.rng.choice([3, 3, 5, 9, 10])
        keys = [*range(1, 10)] + ([0] if chance(self.rng, .5) else [])
        return f'<div class="pad" style="grid-template-columns:repeat(' \
            f'{columns},auto)">' + "".join(
                f"<button>{key}</button>" for key in keys) + "</div>"

    def calendar(self):
        first, days = self.rng.randint(0, 6), self.rng.randint(28, 31)
        cells = [""] * first + [*range(1, days + 1)]
        cells += [""] * (-len(cells) % 7)
        rows = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in
                                        cells[i:i + 7]) + "</tr>"
                       for i in range(0, len(cells), 7))
        return '<table class="calendar"><tr>' + "".join(
            f"<th>{d}</th>" for d in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
        ) + f"</tr>{rows}</table>"

    def scores(self):
        return '<table class="scores">' + "".join(
            f"<tr><td>{name}</td><td>{self.text('{m}')}</td>"
            f"<td>{self.text('{t}')}</td></tr>" for name in
            self.some(NAMES, 3, 6)) + "</table>"

    def counters(self):
        return '<div class="bar">' + "".join(
            f"<span>{line}</span>" for line in self.some(
                ["Time {t}", "Score: {m}", "Level {s}", "Moves {n}", "⏱ {t}",
                 "{s}/{d}", "Mistakes: {s}/9", "❤ 3"], 1, 4)) + "</div>"

    def form(self):
        return '<div class="bar"><label>' + self.rng.choice(
            ["Size", "Rows", "Max", "Your answer", "Zahlen bis", "Seed"]) + \
            f': <input class="field" value="{self.text("{d}")}"></label>' \
            '<select><option>Easy</option></select>' \
            '<button>Go</button></div>'

    def pages(self):
        return '<div class="bar">' + "".join(
            f'<a href="#">{i}</a>' for i in range(1, self.rng.randint(4, 9))
        ) + "</div>"

    def menu(self):
        return '<nav class="bar">' + "".join(
            f'<a href="#">{label}</a>' for label in self.some(MENU, 3, 7)
        ) + "</nav>"

    def side(self):
        return '<aside>' + "".join(
            f'<a href="#">{label}</a>' for label in self.some(MENU, 4, 9)) + \
            "".join(self.furniture(self.rng.randint(0, 2))) + "</aside>"

    KINDS = [("buttons", 4), ("sentences", 4), ("counters", 3),
             ("number_pad", 2), ("form", 1.5), ("list", 1), ("calendar", .6),
             ("scores", .8), ("pages", .6)]

    def furniture(self, count):
        kinds, weights = zip(*self.KINDS)
        names = {self.rng.choices(kinds, weights)[0]: None
                 for _ in range(count)}
        self.notes += names
        return [getattr(self, name)() for name in names]

    def style(self):
        """CSS of all but the boards."""
        rng, look = self.rng, self.look
        button = Box(look, self.ground, True)
        field = Box(look, self.ground, True)
        cell = Box(look, self.ground, False, .4)
        gap = rng.randint(2, 18)

        def type(ground, *more):
            return ";".join([f"color:{css(look.ink(ground))}", *more])

        return f"""
* {{ box-sizing: border-box }}
input::-webkit-inner-spin-button {{ display: none }}
input {{ outline: none }}
body {{ margin: 0; min-height: 100vh; background: {
            look.background(look.page, .25)};
  font: {look.weight} {rng.randint(13, 19)}px {look.font};
  {type(look.page)} }}
main {{ padding: {rng.randint(4, 40)}px }}
main, .card {{ {type(self.ground)} }}
h1 {{ {type(look.page)}; font-size: {rng.randint(20, 46)}px;
  margin: {rng.randint(2, 28)}px }}
p, ul {{ max-width: {rng.randint(24, 60)}em;
  margin: {rng.randint(2, 16)}px auto; text-align: left }}
a {{ color: {css(look.ink(self.ground))} }}
nav a, aside {{ color: {css(look.ink(look.page))} }}
aside a {{ color: inherit }}
a {{ padding: 3px {rng.randint(4, 16)}px }}
.bar {{ display: flex; flex-wrap: wrap; gap: {gap}px; align-items: center;
  justify-content: {rng.choice(['center', 'left', 'space-between'])};
  margin: {rng.randint(2, 24)}px 0 }}
button {{ {button.css}; {type(button.ground)}; font: inherit;
  padding: {rng.randint(2, 12)}px {rng.randint(6, 22)}px }}
.pad {{ display: inline-grid; gap: {rng.randint(0, 12)}px;
  margin: {rng.randint(2, 24)}px }}
.field {{ {field.css}; {type(field.ground)}; font: inherit; width: 4em;
  padding: 4px }}
.calendar td, .scores td {{ {cell.css}; {type(cell.ground)};
  padding: {rng.randint(2, 8)}px {rng.randint(3, 12)}px }}
.calendar, .scores {{ border-collapse: {rng.choice(['collapse', 'separate'])};
  margin: 10px auto; font-size: {rng.uniform(.75, 1.1):.2f}em }}
aside {{ padding: 14px; flex: none; display: flex; flex-direction: column;
  gap: {rng.randint(2, 12)}px; max-width: 340px }}
.split {{ display: flex; align-items: flex-start;
  justify-content: {rng.choice(['center', 'left'])}; gap: {
      rng.randint(8, 60)}px }}
.boards {{ display: flex; flex-wrap: wrap; align-items: flex-start;
  margin: {rng.randint(8, 40)}px 0; gap: {rng.randint(30, 90)}px }}
.card {{ padding: {rng.randint(8, 48)}px; display: inline-block }}
"""

    def html(self):
        rng, look = self.rng, self.look
        boards = [f'<div class="boards">{"".join(b.html for b in self.boards)}'
                  '</div>']
        align = rng.choice(["center", "center", "center", "left"])
        before = self.furniture(rng.choice([0, 0, 1, 1, 2]))
        after = self.furniture(rng.choice([0, 1, 1, 2, 3]))
        main = before + boards + after
        inside = "".join(main)
        if self.card:
            inside = f'<div class="card" style="{self.card.css}">{inside}</div>'
            self.notes.append("card")
        inside = f'<main style="text-align:{align}">{inside}</main>'
        title = f"<h1 style='text-align:{align}'>" \
            f"{self.text(rng.choice(TITLES))}</h1>" if chance(rng, .75) else ""
        if self.width >= 1024 and chance(rng, .3):
            self.notes.append("side")
            parts = [inside, self.side()]
            rng.shuffle(parts)
            inside = f'<div class="split">{"".join(parts)}</div>'
        top = self.menu() if chance(rng, .3) else ""
        return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><style>
{self.style()}
{''.join(b.css for b in self.boards)}
.boards {{ justify-content: {align} }}
</style></head><body>{top}{title}{inside}</body></html>"""

    def description(self):
        look = self.look
        return ", ".join([
            "dark" if look.dark else "light", f"{self.width}x{self.height}",
            f"scale {self.scale:g}", look.board_font.strip("'"),
            *[n for b in self.boards for n in b.notes], *self.notes])
