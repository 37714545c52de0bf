/**
 * Stores the answers of a survey in this tab, for the back button and for the summary on the last page. Runs in the page.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function keepAnswers(): void {
  const KEY = 'larkfield-answers';
  type Answers = Record<string, string[]>;

  const read = (): Answers => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Answers;
    } catch {
      return {}; // Storage is blocked: the survey goes on without.
    }
  };

  const keep = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const fields = [...form.elements] as HTMLInputElement[];
    const names = new Set(fields.map(({ name }) => name).filter(Boolean));
    const given = [...names].map((name) => [name, data.getAll(name).map(String)] as const);
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...read(), ...Object.fromEntries(given) }));
    } catch {
      // Storage is blocked.
    }
  };

  const restore = (form: HTMLFormElement) => {
    const answers = read();
    for (const field of form.elements) {
      const { name, type, value } = field as HTMLInputElement;
      const given = answers[name];
      if (!given) continue;
      if (type === 'radio' || type === 'checkbox') {
        (field as HTMLInputElement).checked = given.includes(value);
      } else (field as HTMLInputElement).value = given[0] ?? '';
    }
  };

  for (const form of document.querySelectorAll<HTMLFormElement>('main form')) {
    restore(form);
    form.addEventListener('submit', () => keep(form));
  }
  const answers = read();
  for (const place of document.querySelectorAll<HTMLElement>('[data-answer]')) {
    const given = answers[place.dataset.answer ?? '']?.filter(Boolean) ?? [];
    place.textContent = given.join(', ') || 'No answer';
  }
}
