const longestName = 128;

/** Names are `name-key`: the interface has no idempotency key, and offers are found by their names. */
const withKey = /^(.*)-([A-Za-z]+_[\w]{1,60})$/;

/** Returns the name of an offer at the marketplace: the seller's name, shortened if needed, and the offer's key. */
export const nameWithKey = (name: string, key: string): string =>
  `${[...name].slice(0, longestName - 1 - key.length).join('')}-${key}`;

/** Returns the key in a name; undefined if this service did not name the offer. */
export const keyIn = (name: string | undefined): string | undefined => withKey.exec(name ?? '')?.[2];

/** Returns the seller's part of a name. */
export const nameWithoutKey = (name: string | undefined): string | undefined =>
  withKey.exec(name ?? '')?.[1] ?? name;

/** Versions of the schemas with which resources are sent, and in which they are read. */
export const versions = {
  configure: '2022-07-01',
  product: '2022-07-01',
  plan: '2022-07-01',
  'private-offer': '2026-02-01',
  'price-and-availability-private-offer-plan': '2025-06-01',
} as const;
export type SchemaName = keyof typeof versions;

export const schemaOf = (name: SchemaName): string =>
  `https://schema.mp.microsoft.com/schema/${name}/${versions[name]}`;

/** Returns whether a resource has a schema, in any version and letter case. */
export const hasSchema = (resource: unknown, name: SchemaName): boolean => {
  const { $schema } = (resource ?? {}) as { $schema?: unknown };
  return typeof $schema === 'string' && $schema.toLowerCase().includes(`/schema/${name}`);
};

/** Returns the GUID of a durable id such as `private-offer/GUID`, or of an id without a prefix. */
export const guidOf = (durableId: string): string => durableId.slice(durableId.lastIndexOf('/') + 1);
