/** Creates an element with attributes and children. Text stays text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    created.setAttribute(attribute, value);
  created.append(...children);
  return created;
}

/** Returns the nodes of a sentence with `code` and **names** in it. */
export function nodesOf(markdown: string): (Node | string)[] {
  return markdown
    .split(/(\*\*.+?\*\*|`[^`]+`)/)
    .filter(Boolean)
    .flatMap((part): (Node | string)[] => {
      if (part.startsWith('`')) return [element('code', {}, [part.slice(1, -1)])];
      if (part.startsWith('**')) return [element('strong', {}, nodesOf(part.slice(2, -2)))];
      return [part];
    });
}
