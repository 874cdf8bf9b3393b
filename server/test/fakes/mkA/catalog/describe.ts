import {
  buyersOf,
  type Entity,
  endOfDay,
  isProduct,
  type Offer,
  type Product,
  type ResaleAuthorization,
  type Term,
} from './entities.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const second = (ms: number) => iso(ms).replace(/\.\d{3}Z$/, 'Z');
const endIso = (date: string) => iso(endOfDay(date));

/**
 * Converts an entity to the DescribeEntity format, without its creator and the change set that created it.
 */
export function describe(entity: Entity, find: (id: string) => Entity | undefined) {
  return {
    EntityType: `${entity.kind}@1.0`,
    EntityIdentifier: `${entity.id}@${entity.revision}`,
    EntityArn: arnOf(entity),
    LastModifiedDate: second(entity.modifiedAtMs),
    Details: JSON.stringify(documentOf(entity, find)),
    DetailsDocument: documentOf(entity, find),
  };
}

export const arnOf = ({ owner, kind, id }: Entity): string =>
  `arn:aws:aws-marketplace:us-east-1:${owner}:AWSMarketplace/${kind}/${id}`;

function documentOf(entity: Entity, find: (id: string) => Entity | undefined): object {
  if (entity.kind === 'Offer') return offerDocument(entity);
  if (entity.kind === 'ResaleAuthorization') return resaleDocument(entity, find(entity.productId));
  if (isProduct(entity)) return productDocument(entity);
  return {
    Id: entity.id,
    Name: entity.name,
    BuyerNotes: entity.buyerNotes,
    State: entity.state,
    SolutionId: entity.solutionId,
    ReleaseDate: entity.releasedAtMs === undefined ? undefined : second(entity.releasedAtMs),
    AssociatedOffers: entity.offerIds.map((OfferId) => ({ OfferId })),
  };
}

function offerDocument(offer: Offer): object {
  const { targeting, availabilityEndDate } = offer;
  const isTargeted = targeting.PositiveTargeting !== undefined || targeting.NegativeTargeting !== undefined;
  return {
    Id: offer.id,
    State: offer.state,
    Name: offer.name,
    Description: offer.description,
    PreExistingAgreement: offer.preExistingAgreement,
    ProductId: offer.productId,
    OfferSetId: offer.offerSetId,
    ResaleAuthorizationId: offer.resaleAuthorizationId,
    MarkupPercentage: offer.markupPercentage,
    Terms: offer.terms.map((term) =>
      term.Schedule
        ? {
            ...term,
            Schedule: term.Schedule.map((one) => ({ ...one, ChargeDate: `${one.ChargeDate}T00:00:00.000Z` })),
          }
        : term,
    ),
    Rules: [
      ...(isTargeted ? [{ Type: 'TargetingRule', ...targeting }] : []),
      ...(availabilityEndDate
        ? [{ Type: 'AvailabilityRule', AvailabilityEndDate: endIso(availabilityEndDate) }]
        : []),
    ],
  };
}

function productDocument(product: Product): object {
  const { deliveryOptionId, fulfillmentUrl } = product;
  const option = {
    Id: deliveryOptionId,
    Type: 'SoftwareRegistration',
    FulfillmentUrl: fulfillmentUrl,
    Visibility: 'Public',
  };
  const packaged = {
    Id: deliveryOptionId,
    Type: product.dimensions.some(({ Key }) => Key.endsWith('.a.t'))
      ? 'SageMakerAlgorithm'
      : 'SageMakerModelPackage',
    Visibility: 'Public',
  };
  return {
    Description: {
      ProductTitle: product.title,
      ProductCode: product.productCode,
      ShortDescription: product.shortDescription,
      Manufacturer: product.manufacturer,
      Visibility: product.visibility,
      ProductState: product.visibility === 'Draft' ? 'Draft' : 'Active',
      Highlights: [],
      SearchKeywords: [],
      Categories: [],
    },
    Dimensions: product.dimensions,
    Versions:
      product.kind === 'SaaSProduct'
        ? [{ Id: `version-${deliveryOptionId}`, DeliveryOptions: [option] }]
        : product.kind === 'MachineLearningProduct'
          ? [{ Id: `version-${deliveryOptionId}`, DeliveryOptions: [packaged] }]
          : [],
  };
}

const extendedStatus = ({ offersMade, offersMaxQuantity: most }: ResaleAuthorization): string =>
  offersMade === 0
    ? 'Not Started'
    : most !== undefined && offersMade >= most
      ? 'Completed-Used'
      : 'Completed-Usable';

/** Converts a resale term: days to times, and accounts to objects. */
const shownResaleTerm = (term: Term): object => ({
  ...term,
  ...(term.Schedule && {
    Schedule: term.Schedule.map((one) => ({ ...one, ChargeDate: `${one.ChargeDate}T00:00:00.000Z` })),
  }),
  ...(term.MaximumAgreementStartDate !== undefined && {
    MaximumAgreementStartDate: `${term.MaximumAgreementStartDate}T23:59:59.000Z`,
  }),
  ...(term.PositiveTargeting && {
    PositiveTargeting: {
      BuyerAccounts: term.PositiveTargeting.BuyerAccounts.map((AwsAccountId) => ({ AwsAccountId })),
    },
  }),
});

function resaleDocument(resale: ResaleAuthorization, product: Entity | undefined): object {
  const { offersMaxQuantity, availabilityEndDate } = resale;
  const shown = isProduct(product) ? product : undefined;
  return {
    Name: resale.name,
    Description: resale.description,
    ProductId: resale.productId,
    ProductName: shown?.title,
    Status: resale.status,
    Dimensions: shown?.dimensions ?? [],
    OfferDetails: { OfferExtendedStatus: extendedStatus(resale), OfferCreatedCount: resale.offersMade },
    Terms: resale.terms.map(shownResaleTerm),
    Rules: [
      {
        Type: 'AvailabilityRule',
        Usage: offersMaxQuantity === undefined ? 'Unlimited' : 'Limited',
        AvailabilityEndDate: availabilityEndDate && endIso(availabilityEndDate),
        OffersMaxQuantity: offersMaxQuantity,
      },
      { Type: 'PartnerTargetingRule', ResellerAccountId: resale.resellerAccountId },
    ],
    CreatedDate: iso(resale.createdAtMs),
    ManufacturerAccountId: resale.owner,
    ManufacturerLegalName: shown?.manufacturer,
  };
}

/**
 * Converts an entity to the ListEntities format, with one additional member that depends on the entity type.
 */
export function summarize(entity: Entity, find: (id: string) => Entity | undefined) {
  const { name, summary } = summaryOf(entity, find);
  return {
    Name: summary.Name ?? summary.ProductTitle,
    EntityType: entity.kind,
    EntityId: entity.id,
    EntityArn: arnOf(entity),
    LastModifiedDate: second(entity.modifiedAtMs),
    Visibility: isProduct(entity) ? entity.visibility : undefined,
    [name]: summary,
  };
}

type Summary = Record<string, string | string[] | undefined>;

/** Returns the name and members of an entity's summary. Filters and sort orders use the same members. */
export function summaryOf(
  entity: Entity,
  find: (id: string) => Entity | undefined,
): { name: string; summary: Summary } {
  if (entity.kind === 'Offer') return { name: 'OfferSummary', summary: offerSummary(entity) };
  if (entity.kind === 'ResaleAuthorization')
    return { name: 'ResaleAuthorizationSummary', summary: resaleSummary(entity, find(entity.productId)) };
  if (isProduct(entity))
    return {
      name: `${entity.kind}Summary`,
      summary: { ProductTitle: entity.title, Visibility: entity.visibility },
    };
  return {
    name: 'OfferSetSummary',
    summary: {
      Name: entity.name,
      State: entity.state,
      ReleaseDate: entity.releasedAtMs === undefined ? undefined : second(entity.releasedAtMs),
      AssociatedOfferIds: entity.offerIds,
      SolutionId: entity.solutionId,
    },
  };
}

function offerSummary(offer: Offer): Summary {
  const buyers = [...buyersOf(offer)];
  const { PositiveTargeting: positive, NegativeTargeting: negative } = offer.targeting;
  const byCountry = positive?.CountryCodes ?? negative?.CountryCodes;
  const targeting = [...(buyers.length ? ['BuyerAccounts'] : []), ...(byCountry ? ['CountryCodes'] : [])];
  return {
    Name: offer.name,
    ProductId: offer.productId,
    ResaleAuthorizationId: offer.resaleAuthorizationId,
    ReleaseDate: offer.releasedAtMs === undefined ? undefined : second(offer.releasedAtMs),
    AvailabilityEndDate: offer.availabilityEndDate && endIso(offer.availabilityEndDate),
    BuyerAccounts: buyers,
    State: offer.state,
    Targeting: targeting.length ? targeting : ['None'],
    OfferSetId: offer.offerSetId,
    TargetAgreementId: offer.agreementId,
    CreatedBySource: 'Seller',
  };
}

const resaleSummary = (resale: ResaleAuthorization, product: Entity | undefined): Summary => ({
  Name: resale.name,
  ProductId: resale.productId,
  ProductName: isProduct(product) ? product.title : undefined,
  ManufacturerAccountId: resale.owner,
  ManufacturerLegalName: isProduct(product) ? product.manufacturer : undefined,
  ResellerAccountID: resale.resellerAccountId,
  Status: resale.status,
  OfferExtendedStatus: extendedStatus(resale),
  CreatedDate: second(resale.createdAtMs),
  AvailabilityEndDate: resale.availabilityEndDate && endIso(resale.availabilityEndDate),
});
