import type {
  ChangeSetSummaryListItem,
  DescribeChangeSetResponse,
} from '@aws-sdk/client-marketplace-catalog';
import { type Calls, rates } from './calls.ts';
import type { CatalogChange, Details } from './change-set/changes.ts';
import { noneIfAbsent } from './errors.ts';

export const Catalog = 'AWSMarketplace';

/** An entity of the catalogue. */
export type Entity = {
  /** Identifier without the revision, which follows an @. */
  id: string;
  /** Type without its version, such as `Offer`. */
  type: string;
  details: Details;
  lastModified: string | undefined;
};

export type EntityQuery = {
  type: string;
  filters?: object | undefined;
  sort?: object | undefined;
  token?: string | undefined;
  ownership?: 'SELF' | 'SHARED';
};
export type EntityIds = { ids: readonly string[]; next: string | undefined };

const mostListed = 50;
const mostDescribed = 20;

/** Removes the revision from an identifier. */
export const bareId = (identifier: string): string => identifier.split('@')[0] as string;

/**
 * Returns whether a text has the format of an identifier. The catalogue would reject other ids with a
 * validation error.
 */
const isEntityId = (text: string): boolean => /^[\w-]{1,255}$/.test(text);

/** Creates the calls for a seller's catalogue: its entities and change sets. */
export const createCatalog = ({ call }: Pick<Calls, 'call'>) => ({ ...entities(call), ...changeSets(call) });

function entities(call: Calls['call']) {
  async function describe(id: string): Promise<Entity | undefined> {
    if (!isEntityId(id)) return undefined;
    const shown = await call(
      'catalog',
      (client, { DescribeEntityCommand }) =>
        client.send(new DescribeEntityCommand({ Catalog, EntityId: id })).catch(noneIfAbsent),
      { rate: rates.describeEntity },
    );
    return shown && entityOf(id, shown);
  }

  return {
    describe,
    /** Describes many entities, in the order of the given ids; missing entities are omitted. */
    describeAll: async (ids: readonly string[]): Promise<Entity[]> => {
      const found: Entity[] = [];
      for (let at = 0; at < ids.length; at += mostDescribed) {
        const EntityRequestList = ids
          .slice(at, at + mostDescribed)
          .map((EntityId) => ({ Catalog, EntityId }));
        const { EntityDetails = {} } = await call(
          'catalog',
          (client, { BatchDescribeEntitiesCommand }) =>
            client.send(new BatchDescribeEntitiesCommand({ EntityRequestList })),
          { rate: rates.describeEntity },
        );
        for (const { EntityId } of EntityRequestList) {
          const shown = EntityDetails[EntityId];
          const entity = shown && entityOf(EntityId, shown);
          if (entity) found.push(entity);
        }
      }
      return found;
    },
    /** Lists entities of a type by their ids. An empty page may have a next page. */
    list: async ({ type, filters, sort, token, ownership }: EntityQuery): Promise<EntityIds> => {
      const { EntitySummaryList = [], NextToken } = await call(
        'catalog',
        (client, { ListEntitiesCommand }) =>
          client.send(
            new ListEntitiesCommand({
              Catalog,
              EntityType: type,
              MaxResults: mostListed,
              ...(token ? { NextToken: token } : {}),
              ...(filters ? { EntityTypeFilters: filters as never } : {}),
              ...(sort ? { EntityTypeSort: sort as never } : {}),
              ...(ownership ? { OwnershipType: ownership } : {}),
            }),
          ),
        { rate: rates.listEntities },
      );
      return { ids: EntitySummaryList.flatMap(({ EntityId }) => EntityId ?? []), next: NextToken };
    },
  };
}

const changeSets = (call: Calls['call']) => ({
  /** Starts a change set and returns its id. A repeated token has no further effect. */
  start: async (changes: readonly CatalogChange[], name: string, token: string): Promise<string> => {
    const { ChangeSetId = '' } = await call(
      'catalog',
      (client, { StartChangeSetCommand }) =>
        client.send(
          new StartChangeSetCommand({
            Catalog,
            ChangeSet: changes as never,
            ChangeSetName: name,
            ClientRequestToken: token,
          }),
        ),
      { rate: rates.startChangeSet, effect: 'writes' },
    );
    return ChangeSetId;
  },
  readChangeSet: async (id: string): Promise<DescribeChangeSetResponse | undefined> =>
    isEntityId(id)
      ? call(
          'catalog',
          (client, { DescribeChangeSetCommand }) =>
            client.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId: id })).catch(noneIfAbsent),
          { rate: rates.describeChangeSet },
        )
      : undefined,
  /** Lists the change sets with a name, latest first. */
  changeSetsOf: async (name: string): Promise<ChangeSetSummaryListItem[]> => {
    const found: ChangeSetSummaryListItem[] = [];
    let token: string | undefined;
    do {
      const { ChangeSetSummaryList = [], NextToken } = await call(
        'catalog',
        (client, { ListChangeSetsCommand }) =>
          client.send(
            new ListChangeSetsCommand({
              Catalog,
              FilterList: [{ Name: 'ChangeSetName', ValueList: [name] }],
              Sort: { SortBy: 'StartTime', SortOrder: 'DESCENDING' },
              MaxResults: 20,
              ...(token ? { NextToken: token } : {}),
            }),
          ),
        { rate: rates.listChangeSets },
      );
      found.push(...ChangeSetSummaryList);
      token = NextToken;
    } while (token);
    return found;
  },
});
export type CatalogPort = ReturnType<typeof createCatalog>;

type EntityResponse = {
  EntityType?: string | undefined;
  EntityIdentifier?: string | undefined;
  LastModifiedDate?: string | undefined;
  DetailsDocument?: unknown;
  Details?: string | undefined;
};

function entityOf(id: string, shown: EntityResponse): Entity {
  const details = shown.DetailsDocument ?? (shown.Details ? JSON.parse(shown.Details) : {});
  return {
    id: bareId(shown.EntityIdentifier ?? id),
    type: (shown.EntityType ?? '').split('@')[0] as string,
    details: details as Details,
    lastModified: shown.LastModifiedDate,
  };
}
