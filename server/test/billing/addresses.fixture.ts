/** Prints a record with the addresses of its documents cut before their signatures, which change each week. */
export const unsigned = (record: unknown): string =>
  JSON.stringify(record).replaceAll(/[?&](expires|signature)=[^"&]*/g, '');
