import type { OfferSpec } from '../../specifications.ts';
import type { ProductKind } from './offer-terms.ts';

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
