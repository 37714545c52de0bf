// The protocol runs wherever JavaScript does, so it is compiled without the types of the DOM and of Node: `tsc` then refuses `fetch`,
// `document` and `process` here. What it does need, and every runtime has, is declared in this file.

declare class URL {
  constructor(url: string | URL);
  readonly href: string;
  search: string;
  readonly searchParams: URLSearchParams;
}

declare class URLSearchParams {
  set(name: string, value: string): void;
  delete(name: string): void;
}

declare function atob(data: string): string;
