import type { KeepChange, OfferSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { changes, columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { hasten } from '../../platform/jobs/job-again.ts';
import { offerColumnList } from '../columns.ts';

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

/** Keeps on the offer what its marketplace works on. */
export const keepChange: KeepChange<{ offerId: string }> = async (
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

/** Has the change of an offer, or of an offer set, looked at now, where one is under way that its marketplace calls so. */
export const hastenOfferChange = (
  { organizationId }: OrgTransaction,
  partner: string,
  handle: string,
): Statement =>
  hasten(
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

/** The statement that locks an offer which its marketplace has made, and keeps what it is called there. */
export const lockMade = (organizationId: string, offerId: string, externalId: string): Statement =>
  keepId({ key: { organization_id: organizationId, id: offerId }, made: { external_id: externalId } });

/** Keeps since when it is not known whether an offer was made: from now on, unless it was not known before. */
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

/** Forgets that it was not known whether an offer was made: it was not. */
export const knownToFail = ({ organizationId }: OrgTransaction, offerId: string): Statement => ({
  name: 'forget_creation_unknown_since',
  text: `UPDATE offer o SET creation_unknown_since = NULL
         WHERE o.organization_id = $1 AND o.id = $2 AND o.creation_unknown_since IS NOT NULL`,
  values: [organizationId, offerId],
});

/** How long it has not been known whether an offer was made, in milliseconds; null where that is known. */
export type UnknownFor = { unknown_for_ms: number | null };

export const selectUnknownFor = (organizationId: string, offerId: string): Statement => ({
  name: 'creation_unknown_for',
  text: `SELECT (extract(epoch FROM clock_timestamp() - o.creation_unknown_since) * 1000)::float8 AS unknown_for_ms
         FROM offer o WHERE o.organization_id = $1 AND o.id = $2`,
  values: [organizationId, offerId],
});

/** Says whether a person has to say what became of a creation: nothing goes on by itself. */
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

/** Forgets what the marketplace called the offer that it failed to make. */
export const forgetMade = ({ organizationId }: OrgTransaction, offerId: string): Statement => ({
  name: 'forget_made_offer',
  text: `UPDATE offer o SET external_id = NULL WHERE o.organization_id = $1 AND o.id = $2`,
  values: [organizationId, offerId],
});

/** Takes a reading of an offer as the one that is applied; false where a later one was. */
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
