import { z } from 'zod';
import { route } from '../platform/route.ts';

/**
 * What stands at an offer's privateOfferUrl in the sandbox. It needs no token and tells nothing of the offer: the
 * buyer is played over the API.
 */
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox offer</title></head>
<body><h1>An offer in the sandbox</h1>
<p>At a real marketplace the buyer accepts the offer on this page. In the sandbox you play the buyer:</p>
<pre>POST /org/{orgId}/sandbox/offer/{offerId}/accept
POST /org/{orgId}/sandbox/offer/{offerId}/reject</pre>
<p><a href="/docs">Reference</a></p></body></html>
`;

export const sandboxPages = () => [
  route({
    method: 'GET',
    path: '/sandbox/{partner}/offers/{sandboxOfferId}',
    operationId: 'sandboxOfferPage',
    group: 'Sandbox',
    summary: 'The page of an offer in the sandbox',
    access: 'public',
    hidden: true,
    response: z.string(),
    responseDescription: 'The page',
    run: {
      kind: 'plain',
      handle: () => ({
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        },
        body: page,
      }),
    },
  }),
];
