/** A value that the sources do not say: it comes from a request, the environment or the database. */
export class Unknown {
  readonly #text: string;
  /** @param text what stands for it in a statement */
  constructor(text = 'unknown_value') {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

export const isUnknown = (value: unknown): value is Unknown => value instanceof Unknown;

/** Whether a name in a statement stands for an unknown value. */
export const standsForUnknown = (name: string): boolean => name.includes('unknown_value');
