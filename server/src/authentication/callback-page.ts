import { z } from 'zod';
import { answerPage, html } from '../platform/http/pages.ts';
import { route } from '../platform/http/route.ts';
import type { PersonPages } from './person-pages.ts';

/**
 * The page to which `tradepost-console` has people sent back: it says how the sign-in went. The code is not taken from
 * them.
 */
export const callbackPage = ({ session }: Pick<PersonPages, 'session'>) =>
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
