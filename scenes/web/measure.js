/* Where things lie on the page, in CSS pixels: [left, top, right, bottom].
 * puzzles: of each element [data-puzzle] the boxes of its [data-cell="x,y"],
 * and the box `around` all [data-frame], or all cells where there is none.
 * words: everything printed that contains a digit, by its ink.
 * need: how large the window must be to show all puzzles. */
(() => {
	const box = (r) => [r.left, r.top, r.right, r.bottom];
	const around = (boxes) => [
		Math.min(...boxes.map((b) => b[0])),
		Math.min(...boxes.map((b) => b[1])),
		Math.max(...boxes.map((b) => b[2])),
		Math.max(...boxes.map((b) => b[3])),
	];
	const boxOf = (element) => box(element.getBoundingClientRect());
	const all = (root, selector) => [...root.querySelectorAll(selector)];

	const puzzles = all(document, "[data-puzzle]").map((root) => {
		const cells = all(root, "[data-cell]").map((element) => ({
			at: element.dataset.cell.split(",").map(Number),
			box: boxOf(element),
		}));
		const frames = all(root, "[data-frame]").map(boxOf);
		return {
			cells,
			around: around(
				frames.length ? frames : cells.map((c) => c.box)),
			/* whatever belongs to the puzzle, totals too */
			whole: around([root, ...all(root, "*")].map(boxOf)),
		};
	});

	/* The ink of text whose line box begins at x, y and is `height` high. */
	const canvas = document.createElement("canvas").getContext("2d");
	const ink = (element, text, x, y, height) => {
		const style = getComputedStyle(element);
		canvas.font = `${style.fontStyle} ${style.fontWeight} ` +
			`${style.fontSize} ${style.fontFamily}`;
		canvas.letterSpacing =
			style.letterSpacing === "normal" ? "0px" : style.letterSpacing;
		const size = canvas.measureText(text);
		const line =
			size.fontBoundingBoxAscent + size.fontBoundingBoxDescent;
		const baseline =
			y + (height - line) / 2 + size.fontBoundingBoxAscent;
		return {
			width: size.width,
			box: [
				x - size.actualBoundingBoxLeft,
				baseline - size.actualBoundingBoxAscent,
				x + size.actualBoundingBoxRight,
				baseline + size.actualBoundingBoxDescent,
			],
		};
	};
	const words = [];
	const note = (text, found) => {
		if (found[0] >= 0 && found[1] >= 0 && found[2] <= innerWidth &&
			found[3] <= innerHeight)
			words.push({ text, box: found });
	};
	const walker = document.createTreeWalker(document.body,
		NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const node = walker.currentNode;
		const element = node.parentElement;
		if (element.closest("select, style") || !element.checkVisibility())
			continue;
		for (const match of node.data.matchAll(/\S*\d\S*/g)) {
			const range = document.createRange();
			range.setStart(node, match.index);
			range.setEnd(node, match.index + match[0].length);
			const r = range.getBoundingClientRect();
			note(match[0],
				ink(element, match[0], r.left, r.top, r.height).box);
		}
	}
	for (const input of all(document, "input")) {
		if (!/\d/.test(input.value) || input.type === "range")
			continue;
		const style = getComputedStyle(input);
		const side = (name) => parseFloat(style[`padding${name}`]) +
			parseFloat(style[`border${name}Width`]);
		const r = input.getBoundingClientRect();
		const left = r.left + side("Left");
		const room = r.width - side("Left") - side("Right");
		const top = r.top + side("Top");
		const height = r.height - side("Top") - side("Bottom");
		const share = { center: 0.5, right: 1, end: 1 }[style.textAlign] || 0;
		const { width } = ink(input, input.value, 0, 0, 0);
		note(input.value, ink(input, input.value,
			left + (room - width) * share, top, height).box);
	}
	const whole = puzzles.length ? around(puzzles.map((p) => p.whole)) :
		[0, 0, 0, 0];
	return {
		puzzles, words,
		need: [Math.ceil(whole[2] + scrollX) + 4,
			Math.ceil(whole[3] + scrollY) + 4],
	};
})()
