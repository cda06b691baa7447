'use strict';
(() => {
	const cards = [...document.querySelectorAll('.card')];
	const list = document.querySelector('.cards');
	const search = document.getElementById('search');
	const family = document.getElementById('family');
	const outcome = document.getElementById('outcome');
	const order = document.getElementById('order');
	const answers = document.getElementById('answers');
	const shown = document.getElementById('shown');
	const help = document.getElementById('help');
	const has = (card, field, word) =>
		!word || card.dataset[field].split(' ').includes(word);

	function filter() {
		const words = search.value.toLowerCase().split(/\s+/);
		let count = 0;

		for (const card of cards) {
			const name = card.dataset.name.toLowerCase();
			const fits = words.every((word) => name.includes(word)) &&
				has(card, 'families', family.value) &&
				has(card, 'outcomes', outcome.value);

			card.hidden = !fits;
			count += fits;
		}
		shown.textContent = shown.dataset.text.replace('COUNT', count)
			.replace('ALL', cards.length);
	}

	function sort() {
		const by = order.value;
		const compare = {
			doubt: (a, b) => a.dataset.place - b.dataset.place,
			name: (a, b) => a.dataset.number - b.dataset.number,
			time: (a, b) => b.dataset.time - a.dataset.time,
		}[by];

		list.append(...[...cards].sort(compare));
	}

	function slide(card, share) {
		const both = card.querySelector('.both.has-after');
		const input = card.querySelector('.slide input');

		if (!both)
			return;
		both.style.setProperty('--share', share + '%');
		both.classList.toggle('cut', share > 0 && share < 100);
		input.value = share;
	}

	function toggleAll() {
		const on = answers.getAttribute('aria-pressed') !== 'true';

		answers.setAttribute('aria-pressed', on);
		for (const card of cards)
			slide(card, on ? 100 : 0);
	}

	function visible() {
		return [...list.children].filter((card) => !card.hidden);
	}

	function move(step) {
		const all = visible();
		const here = document.activeElement.closest('.card');
		const at = here ? all.indexOf(here) + step : step < 0 ? -1 : 0;
		const next = all[Math.min(Math.max(at, 0), all.length - 1)];

		if (next) {
			next.focus();
			next.scrollIntoView({block: 'nearest'});
		}
	}

	function toggleOne() {
		const card = document.activeElement.closest('.card');
		const input = card && card.querySelector('.slide input');

		if (input)
			slide(card, +input.value > 0 ? 0 : 100);
	}

	const keys = {
		'/': () => search.focus(),
		'a': toggleAll,
		'j': () => move(1),
		'k': () => move(-1),
		'ArrowDown': () => move(1),
		'ArrowUp': () => move(-1),
		' ': toggleOne,
		'?': () => help.showModal(),
		'Enter': () => {
			const link = document.activeElement.matches('.card') &&
				document.activeElement.querySelector('h2 a');
			if (link)
				link.click();
		},
	};

	document.addEventListener('keydown', (event) => {
		const target = event.target;

		if (event.ctrlKey || event.metaKey || event.altKey ||
		    help.open)
			return;
		if (event.key === 'Escape' && target === search) {
			search.value = '';
			filter();
			return;
		}
		if (target.matches('input, select, button, summary, a') &&
		    !(event.key === 'a' && target.matches('button')))
			return;
		/* the arrows scroll unless a card has the focus */
		if (/^(Arrow| )/.test(event.key) && !target.closest('.card'))
			return;
		if (keys[event.key]) {
			event.preventDefault();
			keys[event.key]();
		}
	});
	list.addEventListener('input', (event) => {
		if (event.target.matches('.slide input'))
			slide(event.target.closest('.card'), event.target.value);
	});
	search.addEventListener('input', filter);
	family.addEventListener('change', filter);
	outcome.addEventListener('change', filter);
	order.addEventListener('change', sort);
	answers.addEventListener('click', toggleAll);
	document.getElementById('keys').addEventListener('click',
		() => help.showModal());
	document.documentElement.classList.add('works');
	filter();
})();
