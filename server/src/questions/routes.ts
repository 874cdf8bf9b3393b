import { route } from '../platform/http/route.ts';
import { answerErrors } from './errors.ts';
import { KnowledgeAnswer, KnowledgeQuestion } from './records.ts';
import { type AnswerDeps, createAnswering } from './service.ts';

/** The operation that answers questions. */
export const answerRoutes = (deps: AnswerDeps) => {
  const answer = createAnswering(deps);
  return [
    route({
      method: 'POST',
      path: '/org/{orgId}/knowledge/answer',
      operationId: 'answerKnowledgeQuestion',
      group: 'Knowledge',
      summary: 'Answer a question from what the caller may read',
      description:
        'Searches as the caller, and has a language model answer from what was found: the one of the organization’s integration ' +
        'with service CHATBOT, or else the operator’s, whose use is charged. Every answer names its sources, and without one ' +
        'there is none. A repeat with the same `Idempotency-Key` is answered as before, and not charged.',
      access: 'knowledge:answer',
      body: KnowledgeQuestion,
      bodyRequired: true,
      example: { question: 'How is an offer cancelled?' },
      quota: 'aiCallsPerDay',
      response: KnowledgeAnswer,
      responseDescription: 'The answer with its sources, or that there is none',
      errors: [
        answerErrors.ai_off.definition,
        answerErrors.ai_busy.definition,
        answerErrors.ai_unavailable.definition,
      ],
      run: {
        kind: 'outside',
        handle: async (context, request) => ({ body: await answer(context, request) }),
      },
    }),
  ];
};
