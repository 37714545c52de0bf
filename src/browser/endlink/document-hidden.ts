/** Returns whether nobody sees the page. A form that is named `hidden` takes the place of the document's property. */
export function isDocumentHidden(): boolean {
  const { hidden } = document as { hidden: unknown };
  return typeof hidden === 'boolean' ? hidden : Reflect.get(Document.prototype, 'hidden', document);
}
