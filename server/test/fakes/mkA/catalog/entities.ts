import { createLagging } from '../../http/lagging.ts';

export type ProductKind =
  | 'SaaSProduct'
  | 'ContainerProduct'
  | 'AmiProduct'
  | 'MachineLearningProduct'
  | 'ProfessionalServicesProduct';
export const productKinds: readonly ProductKind[] = [
  'SaaSProduct',
  'ContainerProduct',
  'AmiProduct',
  'MachineLearningProduct',
  'ProfessionalServicesProduct',
];

type RateCard = { DimensionKey: string; Price: string };
type RateCards = {
  Selector?: { Type: string; Value: string };
  Constraints?: { MultipleDimensionSelection: string; QuantityConfiguration: string };
  RateCard: RateCard[];
}[];

/** A term of an offer or of a resale authorization; its type determines its members. */
export type Term = {
  Type: string;
  CurrencyCode?: string;
  RateCards?: RateCards;
  Price?: string;
  Duration?: string;
  Grants?: { DimensionKey: string; MaxQuantity?: number }[];
  Documents?: { Type: string; Url?: string; Version?: string }[];
  Schedule?: { ChargeDate: string; ChargeAmount: string }[];
  AgreementDuration?: string;
  AgreementStartDate?: string;
  AgreementEndDate?: string;
  RefundPolicy?: string;
  PaymentDuePeriod?: string;
  BillingPeriod?: string;
  LockoutPeriod?: string;
  AdjustmentDeadline?: string;
  MaxRenewals?: number;
  PriceIncrease?: { Type: string; Value?: string; Range?: Record<string, string> };
  TermTemplates?: { Type: string; Schedule: Record<string, unknown>[] }[];
  MaximumAgreementStartDate?: string;
  PositiveTargeting?: { BuyerAccounts: string[] };
};

export type Targeting = {
  PositiveTargeting?: { CountryCodes?: string[]; BuyerAccounts?: string[] };
  NegativeTargeting?: { CountryCodes: string[] };
};

type EntityBase = {
  id: string;
  /** The account that owns the entity. */
  owner: string;
  revision: number;
  createdAtMs: number;
  modifiedAtMs: number;
};

export type Offer = EntityBase & {
  kind: 'Offer';
  state: 'Draft' | 'Released';
  releasedAtMs?: number;
  name?: string;
  description?: string;
  productId: string;
  offerSetId?: string;
  resaleAuthorizationId?: string;
  /** Present if the offer is based on an agreement. */
  agreementId?: string;
  preExistingAgreement?: { AcquisitionChannel: string; PricingModel: string };
  markupPercentage?: string;
  pricingModel?: string;
  targeting: Targeting;
  /** Last day of acceptance, YYYY-MM-DD. */
  availabilityEndDate?: string;
  terms: Term[];
};

export type OfferSet = EntityBase & {
  kind: 'OfferSet';
  state: 'Draft' | 'Released';
  releasedAtMs?: number;
  name: string;
  buyerNotes?: string;
  solutionId?: string;
  offerIds: string[];
};

export type ResaleAuthorization = EntityBase & {
  kind: 'ResaleAuthorization';
  status: 'Draft' | 'Active' | 'Restricted';
  name: string;
  description?: string;
  productId: string;
  resellerAccountId: string;
  availabilityEndDate?: string;
  offersMaxQuantity?: number;
  preExistingAgreement?: { AcquisitionChannel: string; PricingModel: string };
  pricingModel?: string;
  offersMade: number;
  terms: Term[];
};

export type Dimension = { Key: string; Name: string; Description: string; Unit: string; Types: string[] };

export type Product = EntityBase & {
  kind: ProductKind;
  title: string;
  productCode: string;
  visibility: 'Draft' | 'Limited' | 'Public' | 'Restricted';
  manufacturer: string;
  shortDescription: string;
  dimensions: Dimension[];
  deliveryOptionId: string;
  fulfillmentUrl: string | undefined;
  hasPublicOffer: boolean;
  /** True for a product from before June 2026: its usage is reported by product code and customer, not by license. */
  isOlder: boolean;
};

export type Entity = Offer | OfferSet | ResaleAuthorization | Product;

export const isProduct = (entity: Entity | undefined): entity is Product =>
  entity !== undefined && (productKinds as readonly string[]).includes(entity.kind);

/** Returns the last millisecond of a day in UTC. */
export const endOfDay = (date: string): number => Date.parse(`${date.slice(0, 10)}T23:59:59.999Z`);

export const buyersOf = (offer: Offer): readonly string[] =>
  offer.targeting.PositiveTargeting?.BuyerAccounts ?? [];

export const isExpired = (offer: Offer, nowMs: number): boolean =>
  offer.availabilityEndDate !== undefined && endOfDay(offer.availabilityEndDate) < nowMs;

export const termOf = (terms: readonly Term[], type: string): Term | undefined =>
  terms.find((term) => term.Type === type);

/** Removes the revision from an identifier (`offer-abc@3`). */
export const withoutRevision = (identifier: string): string => identifier.replace(/@\d+$/, '');

/** Stores the entities of all accounts. Lists return the state of `lag` ago. */
export function createEntities(now: () => number) {
  const kept = new Map<string, Entity>();
  const shown = createLagging<Entity>();
  const owners = new Map<string, string>();
  const put = (entity: Entity) => {
    kept.set(entity.id, entity);
    if (isProduct(entity)) owners.set(entity.productCode, entity.owner);
    shown.put(entity.id, entity.modifiedAtMs, { ...entity });
  };
  return {
    find: (id: string): Entity | undefined => kept.get(withoutRevision(id)),
    put,
    /** Finds the publisher of a product code. */
    productOwner: (productCode: string) => owners.get(productCode),
    /** Stores the result of a change as the next revision. */
    revise: (entity: Entity) =>
      put({ ...entity, revision: entity.revision + 1, modifiedAtMs: now() } satisfies Entity),
    all: (): Entity[] => [...kept.values()],
    asOf: (atMs: number): Entity[] => shown.asOf(atMs),
  };
}
export type Entities = ReturnType<typeof createEntities>;
