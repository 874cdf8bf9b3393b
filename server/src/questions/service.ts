import type { Logger } from 'pino';
import { type AiRefusal, type AiReservation, readAiOff, reserveAi, settleAi } from '../billing/index.ts';
import { type Documentation, type FoundPassage, mayRead, searchPassages } from '../knowledge/index.ts';
import type { InOrganization, OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { errors } from '../platform/errors.ts';
import { idempotencyKeyOf } from '../platform/http/idempotency.ts';
import type { InTransaction, RouteRequest } from '../platform/http/route.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { askModel, type ChatOutcome } from './chat.ts';
import { readAnswer } from './cited.ts';
import { costOf, mostTokensOf } from './cost.ts';
import { aiOff, answerErrors } from './errors.ts';
import { buildMessages, type Message, mostPassages } from './prompt.ts';
import { type AiDeps, type Provider, requireProvider } from './provider.ts';
import { type Question, requireQuestion } from './question.ts';
import type { KnowledgeAnswer, KnowledgeQuestion } from './records.ts';
import { beginCall, endCall, isUnderWay } from './store.ts';

export type AnswerDeps = {
  ai: AiDeps;
  documentation: Documentation;
  vault: Vault;
  inOrganization: InOrganization;
  randomBytes: (size: number) => Buffer;
  log: Logger;
};

/** A pending call whose cost is reserved. */
type Call = {
  id: string;
  provider: Provider;
  messages: readonly Message[];
  given: readonly FoundPassage[];
  reserved: { reservation: AiReservation; worstCase: Exact } | undefined;
};
type BeginResult = { call: Call } | { refused: AiRefusal } | 'NOTHING_FOUND';
type EndedCall = Pick<Call, 'given' | 'provider'> & { outcome: ChatOutcome; charged: Exact };

const nothing: KnowledgeAnswer = {
  found: false,
  citations: [],
  usage: { inputTokens: 0, outputTokens: 0, chargedCents: 0 },
};

type QuestionRequest = RouteRequest<Record<string, unknown>, KnowledgeQuestion, { orgId: string }>;

/**
 * Creates the service that answers questions. The service searches and reserves the cost in one transaction, and calls
 * the language model outside of transactions. It then settles the cost with the service as actor, even if the caller
 * has disconnected, and checks again that the caller may read the passages that were sent.
 */
export function createAnswering(deps: AnswerDeps) {
  // An operation that calls other systems is restarted if the caller's access changes in the meantime. This map
  // prevents a second, charged call for the same request.
  const calls = new WeakMap<object, Promise<EndedCall>>();
  const ask = async (
    { scope, transaction }: { scope: OrgScope; transaction: InTransaction },
    request: QuestionRequest,
  ): Promise<Promise<EndedCall> | 'NOTHING_FOUND'> => {
    const known = calls.get(request);
    if (known) return known;
    const question = requireQuestion(request.body);
    const build = await deps.documentation.build();
    const begun = await transaction((inside) => begin(inside, deps, { ...question, request, build }));
    if (begun === 'NOTHING_FOUND') return begun;
    if ('refused' in begun) throw await refusal(deps, scope, begun.refused);
    const ended = carryOut(deps, scope, begun.call);
    calls.set(request, ended);
    return ended;
  };
  return async (
    context: { scope: OrgScope; transaction: InTransaction },
    request: QuestionRequest,
  ): Promise<KnowledgeAnswer> => {
    const ended = await ask(context, request);
    if (ended === 'NOTHING_FOUND') return nothing;
    await context.transaction(async ({ permissions }) => {
      if (ended.given.some(({ type }) => !mayRead(permissions, type)))
        throw errors.unavailable("The caller's access changed while the question was answered.", {
          headers: { 'retry-after': '1' },
        });
    });
    return answerOf(ended);
  };
}

/**
 * Records a call and reserves its highest possible cost. The reservation comes last, because other calls of the
 * organization wait for it.
 */
async function begin(
  scope: OrgTransaction,
  deps: AnswerDeps,
  { question, types, request, build }: Question & { request: QuestionRequest; build: string },
): Promise<BeginResult> {
  const key = idempotencyKeyOf(request.headers['idempotency-key']);
  const provider = await requireProvider(scope, deps.ai, deps.vault);
  const off = await readAiOff(scope);
  if (off) throw aiOff(off);
  if (key !== undefined && (await isUnderWay(scope, key))) throw errors.idempotency_key_in_use();
  const passages = await searchPassages(scope, { q: question, types, limit: mostPassages, build });
  const { messages, given } = buildMessages(question, passages, deps.randomBytes(12).toString('hex'));
  if (given.length === 0) return 'NOTHING_FOUND';
  const most = {
    input: mostTokensOf(messages.map(({ content }) => content)),
    output: deps.ai.maxOutputTokens,
  };
  const worstCase = provider.prices && costOf(most, provider.prices);
  const taken = worstCase && (await reserveAi(scope, { worstCase }));
  if (taken && 'refused' in taken) return taken;
  const reserved = taken && { reservation: taken.reservation, worstCase };
  const id = await beginCall(scope, {
    provider: provider.name,
    reservationId: reserved?.reservation.id,
    key,
  });
  if (id === undefined) throw errors.idempotency_key_in_use();
  return { call: { id, provider, messages, given, reserved } };
}

/**
 * Creates the error for a rejected reservation, after the end of its transaction, which may have disabled AI features.
 */
async function refusal({ inOrganization }: AnswerDeps, scope: OrgScope, refused: AiRefusal) {
  if (refused === 'BUSY') return answerErrors.ai_busy(undefined, { headers: { 'retry-after': '5' } });
  const off = await inOrganization(scope.organizationId, scope.requestId, readAiOff);
  return aiOff(off ?? { reason: undefined, at: undefined });
}

/** Calls the language model and settles the cost. */
async function carryOut(deps: AnswerDeps, scope: OrgScope, call: Call): Promise<EndedCall> {
  const { provider, messages, given, reserved } = call;
  const outcome = await askModel(provider.fetch, provider.model, {
    messages,
    maxTokens: deps.ai.maxOutputTokens,
  });
  if (outcome.outcome !== 'ANSWERED')
    deps.log.warn(
      { requestId: scope.requestId, provider: provider.name, why: outcome.why },
      'the language model did not answer',
    );
  const usage = outcome.outcome === 'ANSWERED' ? outcome.usage : undefined;
  const cost =
    outcome.outcome === 'REFUSED' ? new Exact(0) : usage && provider.prices && costOf(usage, provider.prices);
  await deps.inOrganization(scope.organizationId, scope.requestId, async (inside) => {
    if (reserved) await settleAi(inside, reserved.reservation, cost ?? 'UNKNOWN');
    await endCall(inside, call.id, outcome.outcome, usage);
  });
  const most = reserved?.worstCase ?? new Exact(0);
  return { given, provider, outcome, charged: cost?.lessThan(most) ? cost : most };
}

/** Returns the answer of a call. @throws 503 if the language model did not answer */
function answerOf({ given, provider, outcome, charged }: EndedCall): KnowledgeAnswer {
  const isCharged = provider.name === 'OPERATOR';
  if (outcome.outcome === 'REFUSED')
    throw answerErrors.ai_unavailable(
      `The language model could not be called: ${outcome.why}. Nothing is charged.`,
    );
  if (outcome.outcome === 'UNKNOWN')
    throw answerErrors.ai_unavailable(
      `The language model did not answer: ${outcome.why}.${isCharged ? ' The highest possible cost of the call is charged.' : ''}`,
    );
  const cited = readAnswer(outcome.text, given);
  return {
    found: cited !== undefined,
    ...(cited ? { answer: cited.answer } : {}),
    citations: cited?.citations ?? [],
    usage: {
      provider: provider.name,
      inputTokens: outcome.usage?.input ?? null,
      outputTokens: outcome.usage?.output ?? null,
      chargedCents: charged.toNumber(),
    },
  };
}
