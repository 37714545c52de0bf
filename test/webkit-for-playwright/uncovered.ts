/** Thrown when a test uses a part of Playwright's API that this package does not cover. */
export class UncoveredError extends Error {
  override name = 'UncoveredError';

  /** @param use the part of the API as a test writes it, for example `page.hover` */
  constructor(use: string) {
    super(
      `WebKit for Playwright does not cover ${use}. Add it as test/webkit-for-playwright/README.md says, or tag the test @playwright, so that it does not run in WebKit.`,
    );
  }
}

/** Properties that JavaScript, Playwright and assertion libraries read to find out what kind of value they have. */
const PROBES = ['then', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName', '$$typeof', '_apiName'];

/** The base of each class that tests use in place of one of Playwright's. A missing property throws {@link UncoveredError} when a test reads it. */
export class PlaywrightObject {
  /** Returns the name that Playwright's documentation gives to such an object, for example `browserContext`. */
  toString(): string {
    return apiNameOf(this);
  }
}

// The last object of the prototype chain: a read gets here only if the class has no such property.
Object.setPrototypeOf(
  PlaywrightObject.prototype,
  new Proxy(Object.prototype, {
    get(target, name, receiver: object) {
      if (typeof name === 'symbol' || name in target || PROBES.includes(name))
        return Reflect.get(target, name, receiver) as unknown;
      throw new UncoveredError(`${apiNameOf(receiver)}.${name}`);
    },
  }),
);

const apiNameOf = ({ constructor: { name } }: object) =>
  name.charAt(0).toLowerCase() + name.slice(1);
