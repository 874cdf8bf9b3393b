import { isMarketplace } from '../../marketplaces/index.ts';
import { isConnected } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, printableFinding } from '../../platform/errors.ts';
import type { InTransaction, RouteRequest } from '../../platform/http/route.ts';
import { mostItems } from '../../platform/records/fields.ts';
import { clean } from '../../platform/records/json.ts';
import type { OfferRow } from '../columns.ts';
import { documentFindings } from '../documents/index.ts';
import {
  asWarning,
  callersPart,
  type InspectedOffer,
  inspectOffer,
  serverOwnedFields,
} from '../prepare/index.ts';
import {
  type Asked,
  missingReplaced,
  readReplaced,
  refusalsOf,
  replacedNotReached,
  specify,
  unknownReplaced,
} from '../publication/index.ts';
import { type OfferValidation, WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';
import { findOffer } from '../store.ts';
import { isApproved, offersNeedApproval } from './approval.ts';
import { contextOf } from './context.ts';
import { draftIdOf, submittedBody } from './drafts.ts';
import { type OfferDeps, relationFindings } from './relations.ts';
import { sourceFinding } from './require-source.ts';

type ValidationFinding = NonNullable<OfferValidation['findings']>[number];

type ToValidate = RouteRequest<unknown, WorkloadOffer>;

/** Runs every check that creating the offer would make, here and at its marketplace. Nothing is written. */
export async function validateOffer(
  transaction: InTransaction,
  deps: OfferDeps,
  request: ToValidate,
): Promise<OfferValidation> {
  const missing = await transaction(async (scope) =>
    missingReplaced(scope, deps.registry, (await submittedBy(scope, request)).submitted),
  );
  const asked = missing && (await readReplaced(missing.adapter, missing.name));
  return transaction((scope) => findingsOf(scope, deps, request, asked));
}

/** Reads what is submitted: the body, or what it makes of a draft. */
async function submittedBy(scope: OrgTransaction, { body, parsedBody }: ToValidate) {
  const id = draftIdOf(parsedBody);
  const draft = id === undefined ? undefined : await findOffer(scope, id);
  return { draft, submitted: draft?.status === 'DRAFT' ? submittedBody(draft, body) : body };
}

async function findingsOf(
  scope: OrgTransaction,
  deps: OfferDeps,
  request: ToValidate,
  asked: Asked | undefined,
): Promise<OfferValidation> {
  const { parsedBody } = request;
  const { draft, submitted } = await submittedBy(scope, request);
  const offer = inspectOffer(submitted, await contextOf(scope, submitted));
  const findings = [
    ...ofRequest(parsedBody),
    ...offer.findings.map((finding) => error('RULES', finding)),
    ...offer.questions.map((question) => ({ ...error('RULES', question), confirmable: true })),
    ...warningsOf(offer).map((message) => warning('RULES', { message })),
    ...(await relationFindings(scope, callersPart(submitted), deps.findAgreement)).map((finding) =>
      error('REFERENCES', finding),
    ),
    ...ofReplaced(asked),
    ...(await ofMarketplace(scope, deps, offer)),
    ...(await ofDocuments(scope, deps, offer)),
    ...(await ofApproval(scope, offer, draft)),
  ];
  const source = await sourceFinding(scope, draft?.status === 'DRAFT' ? draft : undefined, submitted);
  if (source) findings.push(error('RULES', source));
  const valid = findings.every(({ severity }) => severity !== 'ERROR');
  return { valid, findings: findings.slice(0, mostItems).map(printableFinding) };
}

const error = (source: string, finding: Partial<Finding>): ValidationFinding => ({
  source,
  severity: 'ERROR',
  ...finding,
});
const warning = (source: string, finding: Partial<Finding>): ValidationFinding => ({
  source,
  severity: 'WARNING',
  ...finding,
});

/** Warnings but for those that validation names as questions. */
const warningsOf = ({ warnings, questions }: InspectedOffer): string[] =>
  warnings.filter((warning) => !questions.some((question) => asWarning(question) === warning));

/** A typo in a contract must not vanish; the service's own fields are sent back by whoever read them before (R9). */
function ofRequest(body: unknown): ValidationFinding[] {
  const unknown = clean(WorkloadOffer, body).unknown.map((pointer) =>
    error('REQUEST', {
      pointer,
      message: 'is not a field of this record: the offer would be made without it',
    }),
  );
  const ignored = serverOwnedFields
    .filter((name) => name !== 'id' && isGiven(body, name.split('.')))
    .map((name) =>
      warning('REQUEST', {
        pointer: `/${name.replaceAll('.', '/')}`,
        message: 'is decided by the service: what is sent is ignored',
      }),
    );
  return [...unknown, ...ignored];
}

function isGiven(body: unknown, path: readonly string[]): boolean {
  let value = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return value !== null;
}

function ofReplaced(asked: Asked | undefined): ValidationFinding[] {
  if (asked === 'no such offer') return [error('REFERENCES', unknownReplaced)];
  const { pointer } = unknownReplaced;
  return asked === 'not reached' ? [warning('REFERENCES', { pointer, message: replacedNotReached })] : [];
}

/** An approval is no error of the offer: it is checked before somebody is asked for one. */
async function ofApproval(
  scope: OrgTransaction,
  { fields }: InspectedOffer,
  draft: OfferRow | undefined,
): Promise<ValidationFinding[]> {
  if (!isPrivate(fields.offerType) || (draft && isApproved(draft))) return [];
  if (!(await offersNeedApproval(scope))) return [];
  return [warning('RULES', { message: 'The offer must be approved before it is published.' })];
}

/** References, and what the marketplace is known to refuse. In TEST the sandbox has a stand-in for what is not there. */
async function ofMarketplace(
  scope: OrgTransaction,
  { registry }: OfferDeps,
  { fields, info, metaInfo }: InspectedOffer,
): Promise<ValidationFinding[]> {
  const specified = await specify(scope, {
    id: 'validated',
    name: fields.name ?? null,
    partner: fields.partner ?? null,
    offer_type: fields.offerType,
    product_id: fields.productID ?? null,
    buyer_id: fields.buyerID ?? null,
    contact_ids: fields.contactIds ?? null,
    expire_time: fields.expireTime ?? null,
    end_time: fields.endTime ?? null,
    info,
    metaInfo,
  });
  const say = scope.environment === 'PROD' ? error : warning;
  const findings = specified.unresolved.map((message, index) =>
    say('REFERENCES', { pointer: specified.unresolvedAt[index] as string, message }),
  );
  const { partner } = fields;
  if (!isMarketplace(partner) || !isPrivate(fields.offerType)) return findings;
  const isReached = scope.environment !== 'PROD' || (await isConnected(scope, partner));
  const adapter = isReached ? registry.find(scope, partner) : undefined;
  const refusals = [
    ...refusalsOf(partner, specified.unknownFeatures, adapter).map(({ pointer, readable: message }) => ({
      pointer,
      message,
    })),
    ...(adapter?.validateOffer?.(specified.spec) ?? []),
  ];
  return [...findings, ...refusals.map((refusal) => error('MARKETPLACE', refusal))];
}

/** Documents that could not be merged, as far as that can be told without asking for them. */
async function ofDocuments(
  scope: OrgTransaction,
  { registry, documents }: OfferDeps,
  { fields, info, metaInfo }: InspectedOffer,
): Promise<ValidationFinding[]> {
  const adapter = registry.find(scope, fields.partner ?? '');
  const findings = await documentFindings(scope, documents, adapter, { info, metaInfo });
  return findings.map((finding) => error('REFERENCES', finding));
}
