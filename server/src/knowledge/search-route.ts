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
/** The page size is limited because each excerpt takes time to compute. */
const mostOnPage = 100;

const parameters = z.object({
  q: z
    .string()
    .max(longestQuestion)
    .optional()
    .meta({
      description:
        `Words in any inflection; "words in this order"; \`or\`; \`-word\` to exclude a word. At most ${longestQuestion} ` +
        `characters and ${mostWords} words. A query without a wanted word has no results.`,
    }),
  type: KnowledgePassageType.optional().meta({ description: 'Only results of this type' }),
  limit: wholeParameter(
    1,
    1000,
    `Maximum number of results; a page has at most ${mostOnPage}`,
    usualLimit,
  ).optional(),
  offset: wholeParameter(0, 1_000_000_000, 'Number of results to skip', 0).optional(),
});

/** The number of results below which a correction is suggested. */
const little = 3;

type SearchQuery = {
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
    group: 'Knowledge Search',
    summary: 'Search the documentation and the records that the caller may read',
    description:
      'Searches the documentation of this service, articles, the texts of files, products, offers, entitlements, buyers and support tickets. Changes are ' +
      'found after about two seconds, and only by callers that may read the record. Matches in names come first.',
    access: 'knowledge:read',
    query: parameters,
    response: KnowledgeSearchResponse,
    responseDescription: 'The results',
    run: {
      // The search runs in a transaction on a separate connection, because other batches would wait for a slow search
      // for common words.
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
  { q = '', type, limit = usualLimit, offset = 0 }: SearchQuery,
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
