import type { Pages } from '../../http/pages.ts';
import { invalid, ServiceError } from '../errors.ts';
import { describe, summarize, summaryOf } from './describe.ts';
import { type Entities, type Entity, productKinds, withoutRevision } from './entities.ts';

type Filter = {
  ValueList?: string[];
  WildCardValue?: string;
  DateRange?: { AfterValue?: string; BeforeValue?: string };
};

/** The simulated part of the ListEntities body. */
export type ListEntitiesInput = {
  Catalog?: string;
  EntityType?: string;
  FilterList?: { Name?: string; ValueList?: string[] }[];
  MaxResults?: number;
  NextToken?: string;
  OwnershipType?: 'SELF' | 'SHARED';
  EntityTypeFilters?: Record<string, Record<string, Filter>>;
  EntityTypeSort?: Record<string, { SortBy?: string; SortOrder?: 'ASCENDING' | 'DESCENDING' }>;
};

const kinds: readonly string[] = ['Offer', 'OfferSet', 'ResaleAuthorization', ...productKinds];
const missing = (id: string) =>
  new ServiceError('ResourceNotFoundException', 404, `Requested entity ${id} is not found.`);

/**
 * Returns whether an entity is visible to an account: to its owner, and for authorizations also to the
 * reseller.
 */
const isSeenBy = (entity: Entity, account: string) =>
  entity.owner === account || (entity.kind === 'ResaleAuthorization' && entity.resellerAccountId === account);

/** Creates the operations that read entities: DescribeEntity, BatchDescribeEntities, ListEntities. */
export function createEntityReads(entities: Entities, pages: Pages, now: () => number, lagMs: () => number) {
  const require = (id: string, account: string): Entity => {
    const entity = entities.find(id);
    if (!entity || !isSeenBy(entity, account)) throw missing(id);
    return entity;
  };
  const list = (input: ListEntitiesInput, account: string) =>
    entities
      .asOf(now() - lagMs())
      .filter((entity) => entity.kind === input.EntityType)
      .filter((entity) =>
        entity.kind === 'ResaleAuthorization' && input.OwnershipType === 'SHARED'
          ? entity.owner !== account && entity.resellerAccountId === account
          : entity.owner === account,
      )
      .filter(filterOf(input, entities.find))
      .sort(orderOf(input, entities.find));

  return {
    DescribeEntity: ({ catalog, entityId }: { catalog?: string; entityId?: string }, account: string) => {
      requireCatalog(catalog);
      if (!entityId || !/^[\w-]+(@\d+)?$/.test(entityId)) throw invalid(422, 'EntityId is not valid.');
      return describe(require(entityId, account), entities.find);
    },
    BatchDescribeEntities: (
      { EntityRequestList = [] }: { EntityRequestList?: { Catalog: string; EntityId: string }[] },
      account: string,
    ) => {
      if (EntityRequestList.length < 1 || EntityRequestList.length > 20)
        throw invalid(422, 'EntityRequestList must have between 1 and 20 entities.');
      const EntityDetails: Record<string, object> = {};
      const Errors: Record<string, object> = {};
      for (const { EntityId } of EntityRequestList) {
        const entity = entities.find(EntityId);
        if (entity && isSeenBy(entity, account)) EntityDetails[EntityId] = describe(entity, entities.find);
        else
          Errors[EntityId] = {
            ErrorCode: 'ResourceNotFoundException',
            ErrorMessage: missing(EntityId).message,
          };
      }
      return { EntityDetails, Errors };
    },
    ListEntities: (input: ListEntitiesInput, account: string) => {
      requireCatalog(input.Catalog);
      if (!kinds.includes(input.EntityType ?? ''))
        throw new ServiceError(
          'ValidationException',
          422,
          `EntityType ${input.EntityType} is not supported.`,
        );
      const size = input.MaxResults ?? 50;
      if (!Number.isInteger(size) || size < 1 || size > 50)
        throw invalid(422, 'MaxResults must be between 1 and 50.');
      const page =
        input.NextToken === undefined
          ? pages.first(list(input, account), size)
          : pages.next<Entity>(input.NextToken, size);
      if (!page) throw invalid(422, 'NextToken is not valid.');
      const EntitySummaryList = page.rows.map((entity) => summarize(entity, entities.find));
      return { EntitySummaryList, NextToken: page.next ?? null };
    },
  };
}

export function requireCatalog(catalog: string | undefined): void {
  if (catalog !== 'AWSMarketplace') throw invalid(422, `Catalog ${catalog} is not supported.`);
}

const wildcard = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  );

/** Combines the filters of a list: at most eight, at most one with a wildcard. */
function filterOf(input: ListEntitiesInput, find: (id: string) => Entity | undefined) {
  const typed = Object.entries(input.EntityTypeFilters?.[`${input.EntityType}Filters`] ?? {});
  if (typed.length > 8) throw invalid(422, 'At most 8 filters are supported.');
  if (typed.filter(([, filter]) => filter.WildCardValue !== undefined).length > 1)
    throw invalid(422, 'Only one wildcard filter is supported.');
  const general = (input.FilterList ?? []).map(({ Name = '', ValueList = [] }) => {
    if (Name !== 'EntityId') throw invalid(422, `Filter ${Name} is not supported.`);
    return [Name, { ValueList }] as [string, Filter];
  });
  return (entity: Entity) => {
    const { summary } = summaryOf(entity, find);
    const members: Record<string, string | string[] | undefined> = {
      ...summary,
      EntityId: entity.id,
      LastModifiedDate: new Date(entity.modifiedAtMs).toISOString(),
    };
    return [...typed, ...general].every(([name, filter]) => meets(members[name], filter));
  };
}

function meets(
  member: string | string[] | undefined,
  { ValueList, WildCardValue, DateRange }: Filter,
): boolean {
  const values = member === undefined ? [] : [member].flat();
  if (ValueList && !values.some((value) => ValueList.map(withoutRevision).includes(value))) return false;
  if (WildCardValue !== undefined && !values.some((value) => wildcard(WildCardValue).test(value)))
    return false;
  const { AfterValue, BeforeValue } = DateRange ?? {};
  if (AfterValue !== undefined && !values.some((value) => Date.parse(value) >= Date.parse(AfterValue)))
    return false;
  return BeforeValue === undefined || values.some((value) => Date.parse(value) <= Date.parse(BeforeValue));
}

/** Returns the sort order of a list; by default, the latest change comes first. */
function orderOf(input: ListEntitiesInput, find: (id: string) => Entity | undefined) {
  const { SortBy = 'LastModifiedDate', SortOrder = 'DESCENDING' } =
    input.EntityTypeSort?.[`${input.EntityType}Sort`] ?? {};
  const turned = SortOrder === 'DESCENDING' ? -1 : 1;
  const keyOf = (entity: Entity) =>
    SortBy === 'EntityId'
      ? entity.id
      : SortBy === 'LastModifiedDate'
        ? String(entity.modifiedAtMs).padStart(16, '0')
        : String(summaryOf(entity, find).summary[SortBy] ?? '');
  return (a: Entity, b: Entity) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    return left === right ? (a.id < b.id ? -1 : 1) : (left < right ? -1 : 1) * turned;
  };
}
