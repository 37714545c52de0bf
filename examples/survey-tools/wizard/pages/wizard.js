/** Shows one step of the page at a time. The address has its name, so the back button leads to the step before. */
const steps = [...document.querySelectorAll('[data-step]')];

/** Which step comes after an answer. */
const NEXT = {
  coffee: 'care',
  tea: 'quota_full',
  nothing: 'screenout',
  often: 'complete',
  never: 'fail',
};

function show() {
  const name = location.hash.slice(1) || 'drink';
  for (const step of steps) step.hidden = step.dataset.step !== name;
}

for (const step of steps) {
  step.addEventListener('submit', (event) => {
    event.preventDefault();
    const [answer] = new FormData(step).values();
    location.hash = NEXT[answer];
  });
}
addEventListener('hashchange', show);
show();
