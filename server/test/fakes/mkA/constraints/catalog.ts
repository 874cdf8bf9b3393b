import { any, type Check, like, list, object, oneOf, orReference, union, whole, words } from './checks.ts';

/**
 * Constraints on catalogue requests, from the service model. The model’s patterns for entity types, change
 * names and identifiers exclude values in the vendor’s own examples (`Offer@1.0`, `CreateOfferChange`,
 * `$CreateOfferChange.Entity.Identifier`); the examples take precedence.
 */
const catalog = like(1, 64, /^[a-zA-Z]+$/);
const letters = like(1, 255, /^[a-zA-Z]+$/);
const resourceId = like(1, 255, /^[\w-]+$/);
const entityId = like(1, 255, /^[a-zA-Z0-9][.a-zA-Z0-9/-]+[a-zA-Z0-9]$/);
const offerSetId = (max: number) => like(1, max, /^offerset-[a-zA-Z0-9][.a-zA-Z0-9/-]+[a-zA-Z0-9]$/);
const nextToken = like(1, 4096, /^[\w+=.:@\-/]+$/);
const sortOrder = oneOf('ASCENDING', 'DESCENDING');
const line = (max: number) => like(1, max, /^(.)+$/);
const account = like(12, 12, /^\d{12}$/);
const second = like(
  20,
  20,
  /^(\d{4})-(1[0-2]|0[1-9])-(3[01]|0[1-9]|[12]\d)T(2[0-3]|[01]\d):([0-5]\d):([0-5]\d)Z$/,
);

const valueList = (each: Check, max = 10) => object({}, { ValueList: list(1, max, each) });
const amongOrLike = (each: Check) => object({}, { ValueList: list(1, 10, each), WildCardValue: each });
const span = object({}, { AfterValue: second, BeforeValue: second });
const within = object({}, { DateRange: span });
const withinOrAt = object({}, { DateRange: span, ValueList: list(1, 10, second) });

const productFilters = (...visibilities: readonly string[]): Check =>
  object(
    {},
    {
      EntityId: valueList(entityId),
      ProductTitle: amongOrLike(line(255)),
      Visibility: valueList(oneOf('Limited', 'Public', 'Restricted', 'Draft', ...visibilities)),
      LastModifiedDate: within,
    },
  );

const offerFilters = object(
  {},
  {
    EntityId: valueList(entityId),
    Name: amongOrLike(line(150)),
    ProductId: valueList(line(255)),
    ResaleAuthorizationId: valueList(entityId),
    ReleaseDate: within,
    AvailabilityEndDate: within,
    BuyerAccounts: object({}, { WildCardValue: line(255) }),
    State: valueList(oneOf('Draft', 'Released'), 2),
    Targeting: valueList(oneOf('BuyerAccounts', 'ParticipatingPrograms', 'CountryCodes', 'None'), 4),
    LastModifiedDate: within,
    OfferSetId: valueList(offerSetId(50)),
    TargetAgreementId: valueList(line(64)),
    TargetAgreementIntent: valueList(oneOf('Renew'), 2),
    CreatedBySource: valueList(oneOf('Seller', 'AwsMarketplace'), 2),
  },
);

const resaleFilters = object(
  {},
  {
    EntityId: valueList(entityId),
    Name: amongOrLike(line(255)),
    ProductId: amongOrLike(line(255)),
    CreatedDate: withinOrAt,
    AvailabilityEndDate: withinOrAt,
    ManufacturerAccountId: amongOrLike(account),
    ProductName: amongOrLike(line(255)),
    ManufacturerLegalName: amongOrLike(line(255)),
    ResellerAccountID: amongOrLike(account),
    ResellerLegalName: amongOrLike(line(255)),
    Status: valueList(oneOf('Draft', 'Active', 'Restricted')),
    OfferExtendedStatus: valueList(line(255)),
    LastModifiedDate: within,
    ResellerRole: valueList(oneOf('ChannelPartner', 'Distributor')),
    SourceAuthorization: valueList(line(255)),
    IssuerAccountId: valueList(account),
  },
);

const offerSetFilters = object(
  {},
  {
    EntityId: valueList(offerSetId(255)),
    Name: valueList(line(150)),
    State: valueList(oneOf('Draft', 'Released'), 2),
    ReleaseDate: within,
    AssociatedOfferIds: valueList(entityId),
    SolutionId: valueList(like(1, 50, /^[a-zA-Z0-9][.a-zA-Z0-9/-]+[a-zA-Z0-9]$/)),
    LastModifiedDate: within,
  },
);

const sortedBy = (...names: readonly string[]): Check =>
  object({}, { SortBy: oneOf(...names), SortOrder: sortOrder });
const productSort = (...more: readonly string[]) =>
  sortedBy('EntityId', 'LastModifiedDate', 'ProductTitle', 'Visibility', ...more);

/** The filters of each listable entity type. Professional services have no filters. */
const filters = union({
  OfferFilters: offerFilters,
  OfferSetFilters: offerSetFilters,
  ResaleAuthorizationFilters: resaleFilters,
  SaaSProductFilters: productFilters(),
  AmiProductFilters: productFilters(),
  ContainerProductFilters: productFilters(),
  MachineLearningProductFilters: productFilters(),
  DataProductFilters: productFilters('Unavailable'),
});
const sorts = union({
  OfferSort: sortedBy(
    ...words(`EntityId Name ProductId ResaleAuthorizationId ReleaseDate AvailabilityEndDate
    BuyerAccounts State Targeting LastModifiedDate OfferSetId TargetAgreementId
    TargetAgreementIntent CreatedBySource`),
  ),
  OfferSetSort: sortedBy('Name', 'State', 'ReleaseDate', 'SolutionId', 'EntityId', 'LastModifiedDate'),
  ResaleAuthorizationSort: sortedBy(
    ...words(`EntityId Name ProductId ProductName ManufacturerAccountId ManufacturerLegalName
    ResellerAccountID ResellerLegalName Status OfferExtendedStatus CreatedDate
    AvailabilityEndDate LastModifiedDate ResellerRole SourceAuthorization IssuerAccountId`),
  ),
  SaaSProductSort: productSort('DeliveryOptionTypes'),
  AmiProductSort: productSort(),
  ContainerProductSort: productSort('CompatibleAWSServices'),
  MachineLearningProductSort: productSort(),
  DataProductSort: productSort(),
});

const generalFilters = list(1, 8, object({}, { Name: letters, ValueList: list(1, 10, line(255)) }));
const generalSort = object({}, { SortBy: letters, SortOrder: sortOrder });
const tags = list(
  1,
  200,
  object({
    Key: like(1, 128, /^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$/u),
    Value: like(0, 256, /^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$/u),
  }),
);

const change = object(
  {
    ChangeType: like(1, 255, /^[A-Z][\w]*$/),
    Entity: object(
      { Type: like(1, 255, /^[a-zA-Z]+@\d+\.\d+$/) },
      { Identifier: orReference(like(1, 255, /^[\w\-@]+$/)) },
    ),
  },
  {
    EntityTags: tags,
    Details: like(2, 16_384, /^[\s]*\{[\s\S]*\}[\s]*$/),
    DetailsDocument: any,
    ChangeName: like(1, 72, /^[a-zA-Z]+$/),
  },
);

export const catalogRequests: Readonly<Record<string, Check>> = {
  StartChangeSet: object(
    { Catalog: catalog, ChangeSet: list(1, 20, change) },
    {
      ChangeSetName: like(1, 100, /^[\w\s+=.:@-]+$/),
      ClientRequestToken: like(1, 64, /^[!-~]+$/),
      ChangeSetTags: tags,
      Intent: oneOf('VALIDATE', 'APPLY'),
    },
  ),
  DescribeChangeSet: object({ catalog, changeSetId: resourceId }),
  CancelChangeSet: object({ catalog, changeSetId: resourceId }),
  ListChangeSets: object(
    { Catalog: catalog },
    { FilterList: generalFilters, Sort: generalSort, MaxResults: whole(1, 20), NextToken: nextToken },
  ),
  DescribeEntity: object({ catalog, entityId: resourceId }),
  BatchDescribeEntities: object({
    EntityRequestList: list(1, 20, object({ Catalog: catalog, EntityId: entityId })),
  }),
  ListEntities: object(
    { Catalog: catalog, EntityType: letters },
    {
      FilterList: generalFilters,
      Sort: generalSort,
      NextToken: nextToken,
      MaxResults: whole(1, 50),
      OwnershipType: oneOf('SELF', 'SHARED'),
      EntityTypeFilters: filters,
      EntityTypeSort: sorts,
    },
  ),
};
