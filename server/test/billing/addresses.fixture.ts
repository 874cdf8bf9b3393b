/** A record as text, with the addresses of its documents up to their signatures: these are others each week. */
export const unsigned = (record: unknown): string =>
  JSON.stringify(record).replaceAll(/[?&](expires|signature)=[^"&]*/g, '');
