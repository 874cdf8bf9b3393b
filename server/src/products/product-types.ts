/**
 * Types that the published API does not list. Clients that were generated from the published API would reject a
 * whole list with such a type.
 */
const own: readonly string[] = ['PROFESSIONAL_SERVICES'];

/** The published type that is returned in place of an unpublished type. */
const published = 'UNKNOWN';

const isOwn = (type: string | null | undefined): type is string =>
  typeof type === 'string' && own.includes(type);

/** Encodes a type as the value of `productType`: a published type, with the exact type in `soldAs`. */
export const printProductType = (type: string): string =>
  isOwn(type) ? `"${published}","soldAs":${JSON.stringify(type)}` : JSON.stringify(type);

type ProductTypeFields = { productType?: string | null | undefined; soldAs?: string | null | undefined };

/**
 * The type in a body. Clients send records back as they read them, so UNKNOWN means the unpublished type in
 * `soldAs` or in the stored record.
 */
export function givenProductType(
  { productType, soldAs }: ProductTypeFields,
  stored?: string | null,
): string | null | undefined {
  if (productType !== published) return productType;
  return [soldAs, stored].find(isOwn) ?? productType;
}
