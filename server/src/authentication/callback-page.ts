import { z } from 'zod';
import { answerPage, html } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import type { PersonPages } from './person-pages.ts';

/** Returns the console page; undefined if the console is not built. */
export type ConsolePage = (request: RouteRequest) => Promise<Answer | undefined>;

/**
 * Returns the route of the redirect URL of `tradepost-console`. The response is the console, which exchanges the code.
 * If the console is not built, a page shows the result of the sign-in, and the code is not exchanged.
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
    summary: 'Show the page at the end of a browser sign-in',
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
            content: html`<p>The sign-in was not completed. Go back to the application and try again.</p>`,
          });
        return answerPage({
          title: 'You are signed in',
          content: html`<p>as ${known.email}. You can close this page.</p>
<p><a href="/docs">API reference</a></p>`,
        });
      },
    },
  });
