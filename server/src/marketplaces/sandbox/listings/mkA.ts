import type { JsonObject } from '../../specifications.ts';
import type { Derive } from '../mirrors/facts.ts';
import { type Fee, type Listing, type ListingMirror, type Meter, sellerValues } from './facts.ts';

/** The marketplace's value for the visibility of a listing. */
const visibility: Record<Listing['status'], string> = {
  PENDING_CREATE: 'Draft',
  CREATE_FAILED: 'Draft',
  CREATED: 'Limited',
  PENDING_PUBLISH: 'Limited',
  PUBLISH_FAILED: 'Limited',
  PUBLIC: 'Public',
  RESTRICTED: 'Restricted',
  UNAVAILABLE: 'Unavailable',
};

/** Derives the record for the product kind from the seller's record. */
const fields = [
  'mkAAmiProduct',
  'mkAContainerProduct',
  'mkAMachineLearningProduct',
  'mkAProfessionalServicesProduct',
  'mkASaasProduct',
];

export const mkA: ListingMirror = (listing, derive) => {
  const field = fieldOf(listing);
  const { Description = {}, ...more } = sellerValues(listing, field);
  const { organizationId, id, name, vendor, status, spec } = listing;
  return {
    [field]: {
      Versions: field === 'mkASaasProduct' ? [versionOf(listing, derive)] : undefined,
      SupportInformation: { Description: `Support by ${vendor}.` },
      ...more,
      productId: `prod-${derive.code(13, 'mkA product', organizationId, id)}`,
      dataFeedProductId: derive.guid('mkA feed', organizationId, id),
      Description: {
        Manufacturer: vendor,
        ShortDescription: name,
        ...(Description as JsonObject),
        ProductTitle: name,
        ProductCode: derive.code(25, 'mkA code', organizationId, id),
        Sku: spec.key,
        Visibility: visibility[status],
      },
      Dimensions: dimensionsOf(listing),
    },
  };
};

function fieldOf({ spec }: Listing): string {
  const wanted = spec.productType === 'PROFESSIONAL_SERVICES' ? 'mkAProfessionalServicesProduct' : undefined;
  return wanted ?? fields.find((field) => spec.info[field] !== undefined) ?? 'mkASaasProduct';
}

function versionOf({ organizationId, id, spec }: Listing, derive: Derive): JsonObject {
  const option = {
    Id: derive.guid('mkA delivery', organizationId, id),
    Type: 'SaaSUrlDeliveryOption',
    FulfillmentUrl: spec.fulfillmentUrl,
  };
  return { Id: derive.guid('mkA version', organizationId, id), VersionTitle: '1', DeliveryOptions: [option] };
}

const dimensionsOf = ({ commits, dimensions }: Listing): JsonObject[] => [
  ...commits.map((commit) => ({
    Key: commit.key,
    Name: commit.name,
    Description: commit.description,
    Types: commit.types ?? ['Entitled'],
    Unit: commit.type === 'PER_USER' ? 'Users' : 'Units',
    Rate: commit.rate,
    Length: commit.length,
    TimeUnit: commit.timeUnit,
  })),
  ...dimensions.map((dimension) => ({
    Key: dimension.key,
    Name: dimension.name,
    Description: dimension.description,
    Types: dimension.types ?? ['ExternallyMetered'],
    Unit: 'Units',
    Rate: dimension.rate,
  })),
];

type PricedDimension = {
  Key?: string;
  Name?: string;
  Description?: string;
  Rate?: number;
  Length?: number;
  TimeUnit?: string;
  Types?: string[];
};

/**
 * Returns the list prices that the seller entered as the marketplace's own dimensions at creation, if any.
 */
export function pricesOfDimensions(
  partner: string,
  priced: unknown,
): { commits?: Fee[]; dimensions?: Meter[] } {
  if (partner !== 'MKA' || !Array.isArray(priced) || priced.length === 0) return {};
  const all = priced as PricedDimension[];
  const isFee = ({ Types = ['Entitled'] }: PricedDimension) => Types.includes('Entitled');
  const common = ({ Key, Name, Description, Rate, Types }: PricedDimension) => ({
    ...(Key === undefined ? {} : { key: Key }),
    ...(Name === undefined ? {} : { name: Name }),
    ...(Description === undefined ? {} : { description: Description }),
    ...(Rate === undefined ? {} : { rate: Rate }),
    ...(Types === undefined ? {} : { types: Types }),
  });
  const fees = all.filter(isFee).map((each) => ({
    ...common(each),
    ...(each.Length === undefined ? {} : { length: each.Length }),
    ...(each.TimeUnit === undefined ? {} : { timeUnit: each.TimeUnit }),
  }));
  const meters = all.filter((each) => !isFee(each)).map(common);
  return {
    ...(fees.length > 0 ? { commits: fees } : {}),
    ...(meters.length > 0 ? { dimensions: meters } : {}),
  };
}
