import { z } from 'zod';
import {
  answerForSeller,
  type Brands,
  type BuyerViewOffer,
  offerCards,
  readOfferView,
} from '../buyer-pages/index.ts';
import { findOffer, type SandboxOfferLinks, sandboxOfferPath } from '../marketplaces/sandbox/index.ts';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import { AppError, errors } from '../platform/errors.ts';
import { badge, card, notice } from '../platform/http/branded-page.ts';
import { answerPage, type Html, html } from '../platform/http/pages.ts';
import { type Answer, type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import { linkErrors, linkParameters } from '../platform/secrets/signed-links.ts';
import { playAcceptance, playRejection } from './service.ts';

export type SandboxPageDeps = {
  brands: Brands;
  inOrganization: InOrganization;
  links: SandboxOfferLinks;
  now: () => Date;
};

type LinkQuery = z.output<typeof linkParameters>;
type PageRequest = RouteRequest<LinkQuery> & WithParameters<'partner' | 'sandboxOfferId'>;

const common = {
  path: sandboxOfferPath,
  group: 'Sandbox',
  access: 'public',
  hidden: true,
  query: linkParameters,
  errors: [linkErrors.link_invalid.definition, linkErrors.link_expired.definition],
  response: z.string(),
} as const;

/**
 * Returns the pages at an offer's privateOfferUrl in the sandbox: the buyer's view of the offer, with a form
 * to accept or reject the offer.
 */
export const sandboxPages = (deps: SandboxPageDeps) => [
  route({
    ...common,
    method: 'GET',
    operationId: 'sandboxOfferPage',
    summary: 'Get the page of an offer in the sandbox',
    responseDescription: 'The page',
    run: { kind: 'plain', handle: (request) => show(deps, request) },
  }),
  route({
    ...common,
    method: 'POST',
    operationId: 'sandboxOfferForm',
    summary: 'Submit the page of an offer in the sandbox',
    body: z.string(),
    bodyFormat: { type: 'raw' },
    responseDescription: 'A page with the result',
    run: { kind: 'plain', handle: (request) => decide(deps, request) },
  }),
];

/** The page at a URL without a signature; contains no details of the offer. */
const unsigned = answerPage({
  title: 'An offer in the sandbox',
  isWide: true,
  content: html`<p>At a real marketplace the buyer accepts the offer on a page like this one. In the sandbox you act as the buyer: open
the current <code>info.privateOfferUrl</code> of the offer, or call</p>
<pre tabindex="0">POST /org/{orgId}/sandbox/offer/{offerId}/accept
POST /org/{orgId}/sandbox/offer/{offerId}/reject</pre>
<p><a href="/docs">Reference</a></p>`,
});

/** Runs the work on the offer to which the link grants access. @throws 404 */
async function onOffer<T>(
  deps: SandboxPageDeps,
  { params, query, requestId }: PageRequest,
  work: (scope: OrgTransaction, offerId: string) => Promise<T>,
): Promise<T> {
  const { partner, sandboxOfferId: id } = params;
  const { organizationId } = deps.links.open(partner, id, query, deps.now());
  return deps.inOrganization(organizationId, requestId, async (scope) => {
    const offer = await findOffer(scope, id);
    if (offer?.partner !== partner.toUpperCase()) throw errors.not_found('Offer not found.');
    return work(scope, offer.creation_key);
  });
}

async function show(deps: SandboxPageDeps, request: PageRequest, error?: string): Promise<Answer> {
  if (request.query.signature === '') return unsigned;
  return onOffer(deps, request, async (scope, offerId) => {
    const offer = await readOfferView(scope, offerId);
    if (!offer) throw errors.not_found('Offer not found.');
    return answerForSeller(deps, scope, {
      title: offer.title,
      lead: html`<p>${badge(offer.state.text, offer.state.tone)} <span class="quiet">An offer in the sandbox, in the view of its buyer.</span></p>`,
      content: [
        ...(error ? [notice(error, 'bad')] : []),
        ...offerCards(offer),
        ...(offer.isOpen ? [card('Your decision', buyerForm(request.url, offer))] : []),
      ],
    });
  });
}

/**
 * Creates the form with the fields that the marketplace requires of the buyer: a country if only some countries are
 * allowed, and the quantities that buyers choose.
 */
const buyerForm = (action: string, { countries, quantities }: BuyerViewOffer): Html =>
  html`<form method="post" action="${action}">
${
  countries.length > 0
    ? html`<label for="country">Country of the acceptance (${countries.join(', ')})</label>
<input id="country" name="country" maxlength="2" autocomplete="country" value="${countries[0]}">`
    : undefined
}
${quantities.map(
  ({ key, name, least }) => html`<label for="quantity-${key}" dir="auto">Quantity of ${name}</label>
<input id="quantity-${key}" name="quantity-${key}" type="number" min="${least}" value="${least}">`,
)}
<div class="actions"><button name="action" value="accept">Accept</button>
<button class="second" name="action" value="reject">Reject</button></div>
</form>`;

async function decide(deps: SandboxPageDeps, request: PageRequest): Promise<Answer> {
  const form = new URLSearchParams(request.rawBody);
  const accepts = form.get('action') === 'accept';
  if (!accepts && form.get('action') !== 'reject')
    return show(deps, request, 'The form is invalid. Open the page again.');
  try {
    await onOffer(deps, request, (scope, offerId) =>
      accepts ? playAcceptance(scope, offerId, acceptanceOf(form)) : playRejection(scope, offerId),
    );
  } catch (error) {
    if (!(error instanceof AppError) || ![400, 409].includes(error.definition.status)) throw error;
    return show(deps, request, error.message);
  }
  return onOffer(deps, request, (scope) =>
    answerForSeller(deps, scope, {
      title: accepts ? 'You have accepted the offer' : 'You have rejected the offer',
      isNarrow: true,
      content: card(
        undefined,
        accepts
          ? html`<p>The seller receives the entitlement in a moment.</p>`
          : html`<p>The seller is notified in a moment.</p>`,
      ),
    }),
  );
}

function acceptanceOf(form: URLSearchParams) {
  const quantities = [...form].flatMap(([name, value]): [string, number][] =>
    name.startsWith('quantity-') && /^\d{1,9}$/.test(value) ? [[name.slice(9), Number(value)]] : [],
  );
  const country = form.get('country');
  return {
    ...(country ? { countryCode: country } : {}),
    ...(quantities.length > 0 ? { buyerCommitQuantities: Object.fromEntries(quantities) } : {}),
  };
}
