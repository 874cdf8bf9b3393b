/** What is made, and what it needs loaded, when it is first used. */
export type FirstUse<T> = {
  get(): Promise<T>;
  /** What was made, or is being made; undefined where nobody has used it. */
  made(): Promise<T> | undefined;
};

/**
 * Makes something when it is first used: a start does not wait for libraries that most processes never need. It is made
 * once, and again only where it could not be made.
 */
export function atFirstUse<T>(make: () => Promise<T>): FirstUse<T> {
  let made: Promise<T> | undefined;
  return {
    get: () => {
      made ??= make().catch((error) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    made: () => made,
  };
}
