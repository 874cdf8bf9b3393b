import { createHash } from 'node:crypto';
import type { Clock } from '../../http/clock.ts';
import { createLagging } from '../../http/lagging.ts';
import type { Pages } from '../../http/pages.ts';
import { invalid, ServiceError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { applyChanges } from './apply.ts';
import { type CheckedChange, checkStart, reference, type StartInput } from './change-requests.ts';
import { type Entities, type Entity, withoutRevision } from './entities.ts';
import { requireCatalog } from './lists.ts';
import type { Outcome } from './offer-changes.ts';
import { type CatalogDeps, createStaging } from './staging.ts';

export type ChangeSet = {
  id: string;
  owner: string;
  name: string;
  status: 'PREPARING' | 'APPLYING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  startMs: number;
  endMs?: number;
  failureCode?: 'CLIENT_ERROR' | 'SERVER_FAULT';
  failureDescription?: string;
  changes: CheckedChange[];
  outcomes: Outcome[];
};

/** An outcome that a test sets for the next change set, in addition to the set's own errors. */
export type OrderedFailure =
  | { kind: 'SERVER_FAULT' }
  | { kind: 'CLIENT_ERROR'; code: string; message: string; changeType?: string | undefined };

const keptMs = 60 * 86_400_000;
const arnOf = ({ owner, id }: ChangeSet) =>
  `arn:aws:aws-marketplace:us-east-1:${owner}:AWSMarketplace/ChangeSet/${id}`;
const second = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

type Parts = {
  entities: Entities;
  clock: Clock;
  ids: Ids;
  pages: Pages;
  outside: CatalogDeps;
  lagMs: () => number;
  /** Receives ended sets, with the entities that they changed. */
  onEnd: (set: ChangeSet, changed: readonly Entity[]) => void;
};

/**
 * Simulates change sets, which are accepted immediately, processed later, and applied atomically. The
 * entities are locked until then.
 */
export function createChangeSets(parts: Parts) {
  const { entities, clock, ids, pages, outside, lagMs } = parts;
  const kept = createKept(parts);
  const work = createWork(parts, kept);
  const tokens = new Map<string, { body: string; id: string }>();
  return {
    pace: work.pace,
    ordered: work.ordered,
    all: kept.all,
    StartChangeSet: (input: StartInput, owner: string) => {
      requireCatalog(input.Catalog);
      const body = createHash('sha256')
        .update(JSON.stringify({ ...input, ClientRequestToken: null }))
        .digest('hex');
      const token =
        input.ClientRequestToken === undefined ? undefined : `${owner} ${input.ClientRequestToken}`;
      const known = token === undefined ? undefined : tokens.get(token);
      if (known && known.body !== body)
        throw invalid(422, 'ClientRequestToken was used for a request with other parameters.');
      if (known) return named(kept.require(known.id, owner));
      const changes = checkStart(input, owner, entities, outside);
      const set: ChangeSet = {
        id: ids.changeSet(),
        owner,
        name: input.ChangeSetName ?? `Submitted by ${owner}`,
        status: 'PREPARING',
        startMs: clock.now(),
        changes,
        outcomes: changes.map(() => ({ refusals: [] })),
      };
      kept.add(set);
      if (token !== undefined) tokens.set(token, { body, id: set.id });
      work.begin(set);
      return named(set);
    },
    DescribeChangeSet: ({ catalog, changeSetId }: ChangeSetReference, owner: string) => {
      requireCatalog(catalog);
      return description(kept.require(changeSetId, owner));
    },
    CancelChangeSet: ({ catalog, changeSetId }: ChangeSetReference, owner: string) => {
      requireCatalog(catalog);
      const set = kept.require(changeSetId, owner);
      if (set.status !== 'PREPARING')
        throw inUse(`Change set ${set.id} is ${set.status} and cannot be cancelled.`);
      kept.end(set, { status: 'CANCELLED' });
      return named(set);
    },
    ListChangeSets: (input: ListInput, owner: string) => {
      requireCatalog(input.Catalog);
      const size = input.MaxResults ?? 20;
      if (!Number.isInteger(size) || size < 1 || size > 20)
        throw invalid(422, 'MaxResults must be between 1 and 20.');
      const page =
        input.NextToken === undefined
          ? pages.first(kept.list(input, owner, lagMs()), size)
          : pages.next<ChangeSet>(input.NextToken, size);
      if (!page) throw invalid(422, 'NextToken is not valid.');
      return { ChangeSetSummaryList: page.rows.map(summary), NextToken: page.next ?? null };
    },
  };
}

type ChangeSetReference = { catalog?: string; changeSetId?: string };
const named = (set: ChangeSet) => ({ ChangeSetId: set.id, ChangeSetArn: arnOf(set) });
const inUse = (message: string) => new ServiceError('ResourceInUseException', 423, message);

/** Creates the store of change sets, their list entries, and the entities that they lock. */
function createKept({ clock, onEnd }: Parts) {
  const sets = new Map<string, ChangeSet>();
  const running = new Set<ChangeSet>();
  const shown = createLagging<ChangeSet>();
  const move = (set: ChangeSet, changes: Partial<ChangeSet>) => {
    Object.assign(set, changes);
    shown.put(set.id, clock.now(), { ...set });
  };
  return {
    move,
    all: () => [...sets.values()],
    add: (set: ChangeSet) => {
      for (const id of entityIdsOf(set)) {
        const other = [...running].find((one) => entityIdsOf(one).includes(id));
        if (other)
          throw inUse(
            `Requested change set has entities locked by change sets - entity: '${id}', change sets: ${other.id}.`,
          );
      }
      sets.set(set.id, set);
      running.add(set);
      move(set, {});
    },
    require: (id: string | undefined, owner: string): ChangeSet => {
      const set = sets.get(id ?? '');
      if (!set || set.owner !== owner || (set.endMs !== undefined && set.endMs < clock.now() - keptMs))
        throw new ServiceError('ResourceNotFoundException', 404, `Change set ${id} is not found.`);
      return set;
    },
    end: (set: ChangeSet, changes: Partial<ChangeSet>, changed: readonly Entity[] = []) => {
      move(set, { ...changes, endMs: clock.now() });
      running.delete(set);
      onEnd(set, changed);
    },
    list: ({ FilterList = [], Sort }: ListInput, owner: string, lagMs: number) =>
      shown
        .asOf(clock.now() - lagMs)
        .filter((set) => set.owner === owner && meets(set, FilterList))
        .sort((a, b) => (b.startMs - a.startMs) * (Sort?.SortOrder === 'ASCENDING' ? -1 : 1)),
  };
}
type ChangeSetStore = ReturnType<typeof createKept>;

/** Processes change sets as time passes. Each set is prepared, which may find errors, and then applied. */
function createWork({ entities, clock, ids, outside }: Parts, kept: ChangeSetStore) {
  const pace = { preparingMs: 60_000, applyingMs: 120_000 };
  const ordered: OrderedFailure[] = [];
  const prepare = (set: ChangeSet) => {
    if (set.status !== 'PREPARING') return;
    const nowMs = clock.now();
    const waitedMs = nowMs - set.startMs;
    const staging = createStaging(entities, { owner: set.owner, nowMs, waitedMs, ids, outside });
    const outcomes = applyChanges(set.changes, staging);
    const failure = ordered.shift();
    if (failure?.kind === 'CLIENT_ERROR') addFailure(failure, set, outcomes);
    if (outcomes.some(({ refusals }) => refusals.length > 0)) {
      const refused = outcomes.map(({ refusals }) => ({ refusals }));
      return kept.end(set, { status: 'FAILED', failureCode: 'CLIENT_ERROR', outcomes: refused });
    }
    kept.move(set, { status: 'APPLYING' });
    clock.schedule('WORK', clock.now() + pace.applyingMs, () =>
      failure ? breakDown(set) : apply(set, outcomes, staging.touched()),
    );
  };
  const breakDown = (set: ChangeSet) =>
    kept.end(set, {
      status: 'FAILED',
      failureCode: 'SERVER_FAULT',
      failureDescription: 'There was a problem in the system. Retry your request.',
    });
  const apply = (set: ChangeSet, outcomes: readonly Outcome[], changed: readonly Entity[]) => {
    for (const entity of changed)
      if (entities.find(entity.id)) entities.revise(entity);
      else entities.put({ ...entity, createdAtMs: clock.now(), modifiedAtMs: clock.now() });
    const identified = outcomes.map((outcome) => ({
      ...outcome,
      identifier: `${outcome.id}@${entities.find(outcome.id ?? '')?.revision}`,
    }));
    kept.end(set, { status: 'SUCCEEDED', outcomes: identified }, changed);
  };
  return {
    pace,
    ordered,
    begin: (set: ChangeSet) => clock.schedule('WORK', clock.now() + pace.preparingMs, () => prepare(set)),
  };
}

type ListInput = {
  Catalog?: string;
  FilterList?: { Name?: string; ValueList?: string[] }[];
  Sort?: { SortBy?: string; SortOrder?: string };
  MaxResults?: number;
  NextToken?: string;
};

/** Assigns an injected failure to the specified change, otherwise to the last change. */
function addFailure(
  failure: OrderedFailure & { kind: 'CLIENT_ERROR' },
  set: ChangeSet,
  outcomes: Outcome[],
): void {
  const at = set.changes.findIndex(({ input }) => input.ChangeType === failure.changeType);
  const outcome = outcomes.at(at);
  if (outcome) outcome.refusals = [...outcome.refusals, { code: failure.code, message: failure.message }];
}

/** Returns the identifiers in a set, and the identifiers of the entities that it created. */
function entityIdsOf({ changes, outcomes }: ChangeSet): string[] {
  const named = changes.flatMap(({ input: { Entity } }) =>
    Entity.Identifier === undefined || reference.test(Entity.Identifier)
      ? []
      : [withoutRevision(Entity.Identifier)],
  );
  return [...new Set([...named, ...outcomes.flatMap(({ id }) => (id === undefined ? [] : [id]))])];
}

function description(set: ChangeSet): object {
  return {
    ...summary(set),
    EntityIdList: undefined,
    Intent: 'APPLY',
    FailureDescription: set.failureDescription,
    ChangeSet: set.changes.map(({ input, details }, index) => {
      const { identifier, refusals } = set.outcomes[index] ?? { refusals: [] };
      const Identifier = identifier ?? input.Entity.Identifier;
      return {
        ChangeType: input.ChangeType,
        ChangeName: input.ChangeName,
        Entity: { Type: input.Entity.Type, Identifier },
        Details: JSON.stringify(details),
        DetailsDocument: details,
        ErrorDetailList: refusals.map(({ code, message }) => ({ ErrorCode: code, ErrorMessage: message })),
      };
    }),
  };
}

const summary = (set: ChangeSet) => ({
  ChangeSetId: set.id,
  ChangeSetArn: arnOf(set),
  ChangeSetName: set.name,
  StartTime: second(set.startMs),
  EndTime: set.endMs === undefined ? undefined : second(set.endMs),
  Status: set.status,
  FailureCode: set.failureCode,
  EntityIdList: entityIdsOf(set),
});

function meets(set: ChangeSet, filters: readonly { Name?: string; ValueList?: string[] }[]): boolean {
  return filters.every(({ Name, ValueList = [] }) => {
    const [first = ''] = ValueList;
    switch (Name) {
      case 'ChangeSetName':
        return ValueList.includes(set.name);
      case 'Status':
        return ValueList.includes(set.status);
      case 'EntityId':
        return entityIdsOf(set).some((id) => ValueList.map(withoutRevision).includes(id));
      case 'BeforeStartTime':
        return set.startMs < Date.parse(first);
      case 'AfterStartTime':
        return set.startMs > Date.parse(first);
      case 'BeforeEndTime':
        return set.endMs !== undefined && set.endMs < Date.parse(first);
      case 'AfterEndTime':
        return set.endMs !== undefined && set.endMs > Date.parse(first);
      default:
        throw invalid(422, `Filter ${Name} is not supported.`);
    }
  });
}
