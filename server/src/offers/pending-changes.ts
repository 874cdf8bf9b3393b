import type { MarketplaceSteps, OfferSnapshot, StoreHandle } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { changes, columns, defineStatement } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { makeReadyNow } from '../platform/jobs/job-again.ts';
import { type OfferRow, offerColumnList } from './columns.ts';
import { findOffer } from './store.ts';

const key = columns('offer', ['organization_id', 'id']);

const keepHandle = defineStatement(
  'keep_change_of_offer',
  {
    key,
    change: columns('offer', ['change_handle', 'change_job']),
    known: changes('offer', ['external_id']),
  },
  ({ key, change, known }) => `UPDATE offer o SET ${change.set}, ${known.set('o')} WHERE ${key.equals('o')}`,
);

/** Stores the handle of a change that the marketplace processes. */
export const keepChange: StoreHandle<{ offerId: string }> = async (
  scope,
  { offerId },
  { handle, jobId, externalId },
) =>
  scope.send(
    keepHandle({
      key: { organization_id: scope.organizationId, id: offerId },
      change: { change_handle: handle, change_job: jobId },
      known: { external_id: externalId },
    }),
  );

/**
 * Statement that reschedules the next poll of a running change to an earlier time. The change of an offer or
 * offer set is found by the marketplace's handle.
 */
export const expediteOfferChange = (
  { organizationId }: OrgTransaction,
  partner: string,
  handle: string,
): Statement =>
  makeReadyNow(
    'hasten_change_of_offer',
    `SELECT o.change_job FROM offer o WHERE o.organization_id = $1 AND o.change_handle = $3 AND o.partner = $2
     UNION ALL
     SELECT s.change_job FROM offer_set s WHERE s.organization_id = $1 AND s.change_handle = $3 AND s.partner = $2`,
    [organizationId, partner, handle],
  );

const keepId = defineStatement(
  'keep_external_id_of_offer',
  { key, made: columns('offer', ['external_id']) },
  ({ key, made }) => `UPDATE offer o SET ${made.set}, creation_unknown_since = NULL
    WHERE ${key.equals('o')} RETURNING ${offerColumnList}`,
);

/** Statement that locks an offer which its marketplace has created, and stores its external id. */
export const lockMade = (organizationId: string, offerId: string, externalId: string): Statement =>
  keepId({ key: { organization_id: organizationId, id: offerId }, made: { external_id: externalId } });

/**
 * Statement that stores the current time as the time since when the result of a creation is unknown; with `unless
 * known`, an earlier time stays.
 */
export const unknownFrom = (
  { organizationId, wallNow }: OrgTransaction,
  offerId: string,
  which: 'anew' | 'unless known',
): Statement => ({
  name: 'keep_creation_unknown_since',
  text: `UPDATE offer o SET creation_unknown_since = CASE WHEN $4 THEN $3 ELSE coalesce(o.creation_unknown_since, $3) END
         WHERE o.organization_id = $1 AND o.id = $2`,
  values: [organizationId, offerId, wallNow, which === 'anew'],
});

/** Statement that clears the uncertainty about a creation, because the offer was not created. */
export const knownToFail = ({ organizationId }: OrgTransaction, offerId: string): Statement => ({
  name: 'forget_creation_unknown_since',
  text: `UPDATE offer o SET creation_unknown_since = NULL
         WHERE o.organization_id = $1 AND o.id = $2 AND o.creation_unknown_since IS NOT NULL`,
  values: [organizationId, offerId],
});

/** Time for which the result of a creation has been unknown, in milliseconds; null if the result is known. */
export type UnknownDuration = { unknown_for_ms: number | null };

export const selectUnknownFor = (organizationId: string, offerId: string): Statement => ({
  name: 'creation_unknown_for',
  text: `SELECT (extract(epoch FROM clock_timestamp() - o.creation_unknown_since) * 1000)::float8 AS unknown_for_ms
         FROM offer o WHERE o.organization_id = $1 AND o.id = $2`,
  values: [organizationId, offerId],
});

/** Returns whether a member must resolve a creation: its result is unknown and no job continues it. */
export async function isCreationLost(scope: OrgTransaction, offerId: string): Promise<boolean> {
  const [row] = await scope.query<{ lost: boolean }>({
    name: 'is_creation_lost',
    text: `SELECT o.creation_unknown_since IS NOT NULL AND NOT EXISTS (
             SELECT FROM job j WHERE j.organization_id = o.organization_id AND j.lane = $3 AND j.finished_at IS NULL) AS lost
           FROM offer o WHERE o.organization_id = $1 AND o.id = $2`,
    values: [scope.organizationId, offerId, `offer:${offerId}`],
  });
  return row?.lost === true;
}

/** Statement that clears the external id of an offer whose creation failed. */
export const forgetMade = ({ organizationId }: OrgTransaction, offerId: string): Statement => ({
  name: 'forget_made_offer',
  text: `UPDATE offer o SET external_id = NULL WHERE o.organization_id = $1 AND o.id = $2`,
  values: [organizationId, offerId],
});

/** Stores the revision of a snapshot to be applied. Returns false if a later revision was applied. */
export async function takeRevision(
  scope: OrgTransaction,
  offerId: string,
  { revision }: Pick<OfferSnapshot, 'revision'>,
): Promise<boolean> {
  if (revision === undefined) return true;
  const taken = await scope.query({
    name: 'take_revision_of_offer',
    text: `UPDATE offer o SET revision = $3 WHERE o.organization_id = $1 AND o.id = $2
             AND coalesce(o.revision, $3) <= $3 RETURNING o.id`,
    values: [scope.organizationId, offerId, revision],
  });
  return taken.length > 0;
}

/** An offer at its marketplace, with the data that its jobs require. */
export type PublishedOffer = {
  offer: OfferRow;
  partner: string;
  /** Empty if the response to the creation was lost, until the offer is looked up. */
  externalId: string;
};

/** Creates the first steps of a job about an offer at its marketplace. */
export const reachOffer = (
  waits: (offer: OfferRow) => boolean,
): Required<Pick<MarketplaceSteps<{ offerId: string }, PublishedOffer, never>, 'load' | 'readMore'>> => ({
  load: async (scope, { offerId }) => {
    const offer = await findOffer(scope, offerId);
    if (!offer || !waits(offer)) return 'nothing to do: the status of the offer has changed';
    return { offer, partner: offer.partner ?? '', externalId: offer.external_id ?? '' };
  },
  readMore: async ({ adapter, ...reached }) => {
    const externalId = reached.externalId || (await adapter.findOffer?.(reached.offer.id))?.externalId;
    return externalId ? { ...reached, externalId } : 'nothing to do: the marketplace does not have the offer';
  },
});
