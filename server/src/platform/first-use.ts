/** A value that is created at first use, together with the loading of its libraries. */
export type LazyValue<T> = {
  get(): Promise<T>;
  /** Returns the value or its pending creation; undefined before the first use. */
  peek(): Promise<T> | undefined;
};

/**
 * Creates a value at first use, so that the start does not load libraries that most processes never need. A failed
 * creation is retried at the next use.
 */
export function lazyValue<T>(make: () => Promise<T>): LazyValue<T> {
  let made: Promise<T> | undefined;
  return {
    get: () => {
      made ??= make().catch((error) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    peek: () => made,
  };
}
