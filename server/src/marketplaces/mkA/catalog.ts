import type {
  ChangeSetSummaryListItem,
  DescribeChangeSetResponse,
} from '@aws-sdk/client-marketplace-catalog';
import { type Calls, rates } from './calls.ts';
import type { CatalogChange, Details } from './change-set/changes.ts';
import { noneIfAbsent } from './errors.ts';

export const Catalog = 'AWSMarketplace';

/** An entity as the catalogue shows it. */
export type Entity = {
  /** Without the revision that follows an @. */
  id: string;
  /** Without its version, such as `Offer`. */
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

/** An identifier without the revision of what it names. */
export const bareId = (identifier: string): string => identifier.split('@')[0] as string;

/** What the catalogue lets a caller name; anything else it would refuse in words of its own. */
const isEntityId = (text: string): boolean => /^[\w-]{1,255}$/.test(text);

/** The catalogue of one seller: its entities, and the sets of changes that are asked for. */
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
    /** Describes many, and leaves out what is not there. In the order in which they are asked for. */
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
    /** Lists entities of a type by their ids. A page may be empty and name a next one. */
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
  /** Starts a change set. The same token again starts nothing new. Answers its id. */
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
  /** The change sets of a name, the latest first. */
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

type Shown = {
  EntityType?: string | undefined;
  EntityIdentifier?: string | undefined;
  LastModifiedDate?: string | undefined;
  DetailsDocument?: unknown;
  Details?: string | undefined;
};

function entityOf(id: string, shown: Shown): Entity {
  const details = shown.DetailsDocument ?? (shown.Details ? JSON.parse(shown.Details) : {});
  return {
    id: bareId(shown.EntityIdentifier ?? id),
    type: (shown.EntityType ?? '').split('@')[0] as string,
    details: details as Details,
    lastModified: shown.LastModifiedDate,
  };
}
