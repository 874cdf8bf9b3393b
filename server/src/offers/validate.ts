import { fillsMissing, isMarketplace, judgeOffer, missingWords } from '../marketplaces/index.ts';
import { isConnected } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, printableFinding } from '../platform/errors.ts';
import { type InTransaction, type RouteRequest, route } from '../platform/http/route.ts';
import { mostItems } from '../platform/records/fields.ts';
import { cleanBody } from '../platform/records/json.ts';
import { isApproved, offersNeedApproval } from './approval.ts';
import { contextOf, type OfferDeps, relationFindings, sourceFinding } from './checks.ts';
import type { OfferRow } from './columns.ts';
import { documentFindings } from './documents/settle.ts';
import { draftIdOf, submittedBody } from './drafts.ts';
import { offerRequestExample } from './examples.ts';
import { isPrivate } from './kind.ts';
import { isRefused } from './prepare/missing.ts';
import { type InspectedOffer, inspectOffer } from './prepare/prepare.ts';
import { asWarning } from './prepare/price.ts';
import { callersPart, serverOwnedFields } from './prepare/server-owned.ts';
import { OfferValidation, WorkloadOffer } from './records.ts';
import {
  type LookUpResult,
  missingReplaced,
  readReplaced,
  replacedNotReached,
  unknownReplaced,
} from './replaced.ts';
import { refusalsOf, specify } from './specification.ts';
import { findOffer } from './store.ts';

export const validateOfferRoute = (deps: OfferDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/validate',
    operationId: 'validateOffer',
    group: 'Offer',
    summary: 'Validate an offer without creating it',
    description:
      'Runs every check of createOffer: the format of the body, the rules of this service, the existence of referenced ' +
      'records, and the known checks of the marketplace. Stores nothing. With the id of a draft, validates the draft ' +
      'merged with the body.',
    access: 'offers:write',
    serverSetFields: serverOwnedFields,
    example: offerRequestExample,
    response: OfferValidation,
    responseExample: {
      valid: false,
      findings: [
        {
          source: 'RULES',
          severity: 'ERROR',
          pointer: '/expireTime',
          message: 'must be in the future, so that the offer can be accepted',
        },
      ],
    },
    responseDescription: 'The findings',
    body: WorkloadOffer,
    run: {
      kind: 'outside',
      handle: async ({ transaction }, request) => ({
        body: await validateOffer(transaction, deps, request),
      }),
    },
  });

type ValidationFinding = NonNullable<OfferValidation['findings']>[number];

type ValidateRequest = RouteRequest<unknown, WorkloadOffer>;

/** Runs every check of createOffer, including the known checks of the marketplace. Stores nothing. */
async function validateOffer(
  transaction: InTransaction,
  deps: OfferDeps,
  request: ValidateRequest,
): Promise<OfferValidation> {
  const missing = await transaction(async (scope) =>
    missingReplaced(scope, deps.registry, (await submittedBy(scope, request)).submitted),
  );
  const asked = missing && (await readReplaced(missing.adapter, missing.name));
  return transaction((scope) => findingsOf(scope, deps, request, asked));
}

/**
 * Reads the offer to be validated: the body, merged with the draft that has the body's id, if that draft
 * exists.
 */
async function submittedBy(scope: OrgTransaction, { body, parsedBody }: ValidateRequest) {
  const id = draftIdOf(parsedBody);
  const draft = id === undefined ? undefined : await findOffer(scope, id);
  return { draft, submitted: draft?.status === 'DRAFT' ? submittedBody(draft, body) : body };
}

async function findingsOf(
  scope: OrgTransaction,
  deps: OfferDeps,
  request: ValidateRequest,
  asked: LookUpResult | undefined,
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

/** Warnings that are not also reported as questions. */
const warningsOf = ({ warnings, questions }: InspectedOffer): string[] =>
  warnings.filter((warning) => !questions.some((question) => asWarning(question) === warning));

/**
 * Unknown fields are errors, so that a typo in a contract is reported. Fields that the service sets are
 * warnings, because callers send back the records that they read (R9).
 */
function ofRequest(body: unknown): ValidationFinding[] {
  const unknown = cleanBody(WorkloadOffer, body).unknown.map((pointer) =>
    error('REQUEST', {
      pointer,
      message: 'is not a field of an offer and would be ignored',
    }),
  );
  const ignored = serverOwnedFields
    .filter((name) => name !== 'id' && isGiven(body, name.split('.')))
    .map((name) =>
      warning('REQUEST', {
        pointer: `/${name.replaceAll('.', '/')}`,
        message: 'is decided by the service; the value is ignored',
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

function ofReplaced(asked: LookUpResult | undefined): ValidationFinding[] {
  if (asked === 'no such offer') return [error('REFERENCES', unknownReplaced)];
  const { pointer } = unknownReplaced;
  return asked === 'not reached' ? [warning('REFERENCES', { pointer, message: replacedNotReached })] : [];
}

/** A missing approval is a warning: offers are validated before they are submitted for approval. */
async function ofApproval(
  scope: OrgTransaction,
  { fields }: InspectedOffer,
  draft: OfferRow | undefined,
): Promise<ValidationFinding[]> {
  if (!isPrivate(fields.offerType) || (draft && isApproved(draft))) return [];
  if (!(await offersNeedApproval(scope))) return [];
  return [warning('RULES', { message: 'The offer must be approved before it is published.' })];
}

/**
 * Checks references, and the known checks of the marketplace. In TEST, the sandbox substitutes a placeholder for a
 * missing record.
 */
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
    ...refusalsOf(partner, specified.contradictions, adapter).map(({ pointer, readable: message }) => ({
      pointer,
      message,
    })),
  ];
  const isFilled = await fillsMissing(scope);
  const judged = judgeOffer(partner, specified.spec, scope.now).map((refusal) => {
    const { pointer, readable } = refusal;
    return isRefused(isFilled, refusal)
      ? error('MARKETPLACE', { pointer, message: readable })
      : warning('MARKETPLACE', { pointer, message: missingWords(partner, refusal) });
  });
  return [...findings, ...refusals.map((refusal) => error('MARKETPLACE', refusal)), ...judged];
}

/** Finds license agreements that cannot be merged, without fetching their documents. */
async function ofDocuments(
  scope: OrgTransaction,
  { registry, documents }: OfferDeps,
  { fields, info, metaInfo }: InspectedOffer,
): Promise<ValidationFinding[]> {
  const adapter = registry.find(scope, fields.partner ?? '');
  const findings = await documentFindings(scope, documents, adapter, { info, metaInfo });
  return findings.map((finding) => error('REFERENCES', finding));
}
