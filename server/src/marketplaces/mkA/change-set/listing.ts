import type { OfferSpec } from '../../specifications.ts';
import { type ProductKind, termsOf } from './offer-terms.ts';
import type { Report } from './report.ts';

/** Product kinds by entity type, each with the record that describes the product. */
export const kinds: Readonly<Record<string, { kind: ProductKind; field: string }>> = {
  SaaSProduct: { kind: 'saas', field: 'mkASaasProduct' },
  ContainerProduct: { kind: 'container', field: 'mkAContainerProduct' },
  AmiProduct: { kind: 'ami', field: 'mkAAmiProduct' },
  MachineLearningProduct: { kind: 'machineLearning', field: 'mkAMachineLearningProduct' },
  ProfessionalServicesProduct: { kind: 'professionalServices', field: 'mkAProfessionalServicesProduct' },
};

/** The data about a listing that the offer rules need. */
export type Listing = { kind: ProductKind; dimensions: readonly string[] };

/** Reads the listing data of an offer's product, if the product is synchronized. */
export function listingIn({ productInfo = {} }: Pick<OfferSpec, 'productInfo'>): Listing | undefined {
  for (const { kind, field } of Object.values(kinds)) {
    const shown = productInfo[field] as { Dimensions?: readonly { Key?: string }[] } | undefined;
    if (shown) return { kind, dimensions: (shown.Dimensions ?? []).flatMap(({ Key }) => Key ?? []) };
  }
  return undefined;
}

/** Rejects prices of dimensions that the product does not have. */
export function refuseUnknownDimensions(spec: OfferSpec, listing: Listing, report: Report): void {
  const { dimensions: known } = listing;
  if (known.length === 0) return;
  const { commits = [], dimensions = [] } = termsOf(spec);
  for (const [field, prices] of Object.entries({ commits, dimensions }))
    for (const [index, { key, name }] of prices.entries()) {
      const asked = key || name;
      if (asked && !known.includes(asked))
        report.refuse(
          'INVALID_DIMENSION_KEY',
          `/info/${field}/${index}/key`,
          `The product has no dimension ${asked}. Its dimensions: ${known.slice(0, mostNamed).join(', ')}.`,
        );
    }
}

/** The number of dimensions that a message lists. */
const mostNamed = 20;
