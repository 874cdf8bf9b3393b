import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { wholeParameter } from '../platform/lists/pagination.ts';
import { longestQuestion, mostWords, readQuestion } from './asked.ts';
import type { Documentation } from './documentation.ts';
import { KnowledgePassageType, KnowledgeSearchResponse } from './records.ts';
import { pageOf, type SearchResult, selectMeant, selectPage, suggestionOf } from './search.ts';
import type { PassageType } from './types.ts';

const usualLimit = 20;
/** Excerpts are made of the shown page: each takes its time. */
const mostOnPage = 100;

const parameters = z.object({
  q: z
    .string()
    .max(longestQuestion)
    .optional()
    .meta({
      description:
        `Words, in any form; "words in this order"; \`or\`; \`-word\` for what is not to be there. At most ${longestQuestion} ` +
        `characters and ${mostWords} words. Without a word to look for nothing is found.`,
    }),
  type: KnowledgePassageType.optional().meta({ description: 'Only this' }),
  limit: wholeParameter(1, 1000, `How many at most; a page has at most ${mostOnPage}`, usualLimit).optional(),
  offset: wholeParameter(0, 1_000_000_000, 'How many to pass over', 0).optional(),
});

/** So few are found that something else may have been meant. */
const little = 3;

type Asked = {
  q?: string | undefined;
  type?: PassageType | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

export function searchRoute(documentation: Documentation) {
  return route({
    method: 'GET',
    path: '/org/{orgId}/knowledge/search',
    operationId: 'searchKnowledge',
    group: 'Knowledge',
    summary: 'Search the documentation and the records that the caller may read',
    description:
      'Articles, files by their texts, products, offers, entitlements, buyers and support tickets are found two seconds after ' +
      'they change, by whoever may read them; and the documentation of this service. What has the words in its name comes first.',
    access: 'knowledge:read',
    query: parameters,
    response: KnowledgeSearchResponse,
    responseDescription: 'What was found',
    run: {
      // On a connection of its own: words that are everywhere take a while, and others would wait behind them.
      kind: 'transaction',
      outside: () => async () => {
        await documentation.build();
      },
      handle: async (scope, { query }) => search(scope, query, await documentation.build()),
    },
  });
}

async function search(
  scope: OrgTransaction,
  { q = '', type, limit = usualLimit, offset = 0 }: Asked,
  build: string,
): Promise<Answer> {
  const asked = readQuestion(q);
  const question = { asked, types: type && [type], build };
  if (asked.wanted === '') return answer({ total: 0, items: [] }, offset);
  const page = { limit: Math.min(limit, mostOnPage), offset };
  const found = pageOf(scope, await scope.query(selectPage(scope, question, page)));
  const meant = found.total < little ? selectMeant(scope, question) : undefined;
  return answer(found, offset, meant && suggestionOf(q, await scope.query(meant)));
}

function answer(
  { total, items }: { total: number; items: SearchResult[] },
  offset: number,
  suggestion?: string,
): Answer {
  const next = offset + items.length;
  const isMore = items.length > 0 && next < total;
  return {
    body: {
      items,
      totalCount: total,
      ...(isMore ? { nextOffset: next } : {}),
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  };
}
