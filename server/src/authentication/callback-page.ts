import { z } from 'zod';
import { answerPage, html } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import type { PersonPages } from './person-pages.ts';

/** The page of the console; undefined where it is not built. */
export type ConsolePage = (request: RouteRequest) => Promise<Answer | undefined>;

/**
 * The page to which `tradepost-console` has people sent back: the console, which takes the code. Without one it says how the
 * sign-in went, and the code is not taken.
 */
export const callbackPage = ({
  session,
  consolePage,
}: Pick<PersonPages, 'session'> & { consolePage: ConsolePage }) =>
  route({
    method: 'GET',
    path: '/console/callback',
    operationId: 'consoleCallbackPage',
    group: 'Authentication',
    summary: 'The page that a sign-in in the browser ends on',
    access: 'public',
    hidden: true,
    response: z.string(),
    responseDescription: 'The page',
    run: {
      kind: 'plain',
      handle: async (request) => {
        const page = await consolePage(request);
        if (page) return page;
        const known = await session(request);
        if (!known)
          return answerPage({
            title: 'You are not signed in',
            content: html`<p>The sign-in was not finished. Go back to where you came from and try again.</p>`,
          });
        return answerPage({
          title: 'You are signed in',
          content: html`<p>as ${known.email}. You can close this page.</p>
<p><a href="/docs">The reference of the API</a></p>`,
        });
      },
    },
  });
