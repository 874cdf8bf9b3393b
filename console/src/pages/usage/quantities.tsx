const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 8 });

/** Formats a quantity with all its digits; a string may have more digits than a number keeps. */
export const quantity = (value: number | string | null | undefined): string =>
  value === null || value === undefined ? '–' : number.format(value as number);

type Quantities = Readonly<Record<string, number | string | null>> | undefined;

/** Quantities by dimension in one line, such as “12 api-calls, 3 seats”. */
export const quantities = (of: Quantities): string =>
  Object.entries(of ?? {})
    .map(([dimension, value]) => `${quantity(value)} ${dimension}`)
    .join(', ') || '–';
