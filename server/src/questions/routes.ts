import { route } from '../platform/http/route.ts';
import { answerErrors } from './errors.ts';
import { KnowledgeAnswer, KnowledgeQuestion } from './records.ts';
import { type AnswerDeps, createAnswering } from './service.ts';

/** Returns the route that answers questions. */
export const answerRoutes = (deps: AnswerDeps) => {
  const answer = createAnswering(deps);
  return [
    route({
      method: 'POST',
      path: '/org/{orgId}/knowledge/answer',
      operationId: 'answerKnowledgeQuestion',
      group: 'Knowledge Search',
      summary: 'Answer a question from the records that the caller may read',
      description:
        'Searches with the caller’s permissions, and has a language model answer from the results: the language model of the organization’s integration ' +
        'with service CHATBOT, or else the operator’s language model, whose use is charged. Every answer cites its sources; without a source ' +
        'there is no answer. A repeat with the same `Idempotency-Key` returns the same answer and is not charged.',
      access: 'knowledge:answer',
      body: KnowledgeQuestion,
      example: { question: 'How is an offer cancelled?' },
      quota: 'aiCallsPerDay',
      response: KnowledgeAnswer,
      responseDescription: 'The answer with its sources, or the result that no source supports an answer',
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
