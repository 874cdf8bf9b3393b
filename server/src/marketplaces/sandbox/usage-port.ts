import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { UsageAnswer, UsageCall, UsageCapabilities, UsageRecord, UsageVerdict } from '../usage.ts';
import type { AgreementTerms } from './agreement-store.ts';
import { takeFault } from './fault-store.ts';
import type { RunInOrganization } from './faults.ts';
import type { SandboxAgreementState } from './states.ts';
import { usageLimits } from './usage-limits.ts';
import { usageMirror } from './usage-mirrors.ts';
import {
  type AcceptedLine,
  type BillableAgreement,
  faultOfCall,
  identityOf,
  judge,
  subjectOf,
  type VerdictInput,
} from './usage-rules.ts';
import {
  countCall,
  findEnds,
  findUsage,
  keepLines,
  lockAgreements,
  readSpecs,
  type UsageAgreement,
} from './usage-store.ts';

type UsagePort = Pick<MarketplaceAdapter, 'reportUsage' | 'readUsage'>;

/** Creates the adapter's usage operations for the simulated marketplace. */
export function createUsagePort(partner: MarketplacePartner, inside: RunInOrganization): UsagePort {
  const limits = usageLimits[partner];
  if (!limits) return {};
  const port: UsagePort = { reportUsage: (call) => inside((scope) => take(scope, partner, limits, call)) };
  return limits.unreadable === undefined
    ? { ...port, readUsage: (records) => inside((scope) => show(scope, partner, records)) }
    : port;
}

async function take(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  limits: UsageCapabilities,
  { records }: UsageCall,
): Promise<UsageAnswer> {
  const seen = await look(scope, partner, limits, records);
  if (limits.rate && (await countCall(scope, partner, limits.rate, agreementIdsOf(records))))
    throw new MarketplaceError('429 TOO_MANY_REQUESTS', { kind: 'throttled' });
  const fault = faultOfCall(seen, records, Buffer.byteLength(JSON.stringify(records)));
  const judged = fault
    ? {
        verdicts: records.map(() => rejectedVerdict(fault)),
        keep: [],
        refusedFor: { code: 'BadRequest', message: fault },
      }
    : judge({ ...seen, ...(await faultsOf(scope, partner)) }, records);
  await keepLines(scope, partner, judged.keep);
  const { verdicts, refusedFor } = judged;
  const mirrors = records.map((record, index) =>
    usageMirror(partner, record, verdicts[index] as UsageVerdict, scope.now),
  );
  return { verdicts, refusedFor, mirrors };
}

const rejectedVerdict = (message: string): UsageVerdict => ({
  kind: 'rejected',
  code: 'BadRequest',
  message,
  permanent: true,
});

/** Consumes the injected faults of a call: a rejected record and an unprocessed record. */
async function faultsOf(
  scope: OrgTransaction,
  partner: string,
): Promise<Pick<VerdictInput, 'bad' | 'skipped'>> {
  const bad = await takeFault(scope, partner, ['REJECT_USAGE']);
  const skip = await takeFault(scope, partner, ['SKIP_USAGE']);
  return {
    bad: bad && { code: bad.cause ?? 'ValidationException', permanent: bad.permanent },
    skipped: skip !== undefined,
  };
}

const agreementIdsOf = (records: readonly UsageRecord[]) => [
  ...new Set(records.map(({ agreementId }) => agreementId)),
];

/** Reads the marketplace's state for the reported records. */
async function look(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  limits: UsageCapabilities,
  records: readonly UsageRecord[],
): Promise<VerdictInput> {
  const ids = agreementIdsOf(records);
  const agreements = await lockAgreements(scope, partner, ids);
  const offerIds = agreements.flatMap((agreement) => agreement.sandbox_offer_id ?? []);
  const specs = new Map((await readSpecs(scope, offerIds)).map(({ id, spec }) => [id, JSON.parse(spec)]));
  const identities = records.flatMap((record) => identityOf(partner, record) ?? []);
  const known = await findUsage(scope, partner, identities);
  const ends = limits.contiguousIntervals ? await findEnds(scope, ids) : [];
  return {
    partner,
    limits,
    now: scope.now,
    newId: () => scope.newId('sbu'),
    agreements: new Map(
      agreements.map((agreement) => [
        agreement.id,
        soldBy(agreement, specs.get(agreement.sandbox_offer_id ?? ''), scope.now),
      ]),
    ),
    known: new Map(known.map((row): [string, AcceptedLine] => [row.identity ?? '', row])),
    ends: new Map(
      ends.map((row) => [
        subjectOf({ agreementId: row.agreement_id, dimension: row.dimension }),
        new Date(row.end_time),
      ]),
    ),
  };
}

type ProductSpecFields = { productId?: string; info?: { dimensions?: { key?: string }[] } };

function soldBy(
  agreement: UsageAgreement,
  spec: ProductSpecFields | undefined,
  now: Date,
): BillableAgreement {
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  const shown = [terms.planTerms, terms.order?.listed, spec?.info].flatMap(
    (place) => (place as ProductSpecFields['info'])?.dimensions ?? [],
  );
  const keys = shown.flatMap(({ key }) => key ?? []);
  const isPast = terms.endTime !== undefined && Date.parse(terms.endTime) <= now.getTime();
  const cancelledAt = agreement.state === 'CANCELLED' ? new Date(agreement.last_update_time) : undefined;
  return {
    state: agreement.state as SandboxAgreementState,
    productId: terms.order?.productId ?? spec?.productId,
    endedAt: isPast && !terms.autoRenew ? new Date(terms.endTime as string) : cancelledAt,
    dimensions: keys.length > 0 ? new Set(keys) : undefined,
  };
}

async function show(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  records: readonly UsageRecord[],
): Promise<UsageVerdict[]> {
  const identities = records.map((record) => identityOf(partner, record));
  const rows = await findUsage(
    scope,
    partner,
    identities.flatMap((identity) => identity ?? []),
  );
  const found = new Map(rows.map((row) => [row.identity, row]));
  return records.map((record, index): UsageVerdict => {
    const line = found.get(identities[index] ?? '');
    if (!line) return { kind: 'unknown', message: 'the marketplace has no such record' };
    return Number(line.quantity) === Number(record.quantity)
      ? { kind: 'accepted', externalId: line.id }
      : { kind: 'duplicateOther', acceptedQuantity: line.quantity, externalId: line.id };
  });
}
