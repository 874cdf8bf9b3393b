import { createClient, createJoinLink, createOrganization } from '../organizations/index.ts';
import type { NewClient } from '../organizations/wiring.ts';
import { serviceActor } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import type { NewId } from '../platform/ids.ts';
import { addCatalogue } from '../sandbox/wiring.ts';

/** The result of the first start. `joinLink` is the path and query of an invitation link for an ADMIN. */
export type FirstOrganization = { organizationId: string; client: NewClient; joinLink: string };

/**
 * Creates, in an empty database, a TEST organization with an ADMIN client and the products of the sandbox's catalogue.
 * Two concurrent starts create only one organization.
 * @param keep stores the credentials before the commit
 * @returns undefined if an organization already exists
 */
export const createFirstOrganization = (
  database: Database,
  newId: NewId,
  random: (size: number) => Buffer,
  keep: (first: FirstOrganization) => Promise<void>,
): Promise<FirstOrganization | undefined> =>
  database.transaction(async (queryable) => {
    await queryable.query({
      name: 'lock_setup',
      text: 'SELECT pg_advisory_xact_lock(7239441004)',
      values: [],
    });
    const [state] = await queryable.query<{ empty: boolean; now: string }>({
      name: 'is_empty',
      text: 'SELECT NOT EXISTS (SELECT FROM organization) AS empty, clock_timestamp() AS now',
      values: [],
    });
    if (!state?.empty) return undefined;
    const now = new Date(state.now);
    const organizationId = await createOrganization(queryable, newId, now, {
      name: 'Demonstration',
      environment: 'TEST',
    });
    const input = { organizationId, name: 'First client', role: 'ADMIN' as const, now };
    const client = await createClient(queryable, { newId, randomBytes: random }, input);
    await addCatalogue({
      organizationId,
      environment: 'TEST',
      ...serviceActor,
      requestId: newId('req'),
      now,
      wallNow: now,
      newId,
      query: queryable.query,
      send: queryable.send,
    });
    const link = { organizationId, role: 'ADMIN' as const, now };
    const joinLink = await createJoinLink(queryable, { newId, random }, link);
    const first = { organizationId, client, joinLink };
    // The credentials are stored before the commit, so that no committed secret is lost.
    await keep(first);
    return first;
  }, 'system');

/** Quotes a text as one word of a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Addresses = { credentialsFile: string; joinLink: string };

/** Creates the output of the first start, beginning with the link to the console. The log line "ready" follows. */
export const firstLines = (baseUrl: string, { credentialsFile, joinLink }: Addresses): string =>
  `Open this link within an hour to choose a password and sign in to the console: ${baseUrl}${joinLink}
Tradepost listens on ${baseUrl}. Reference: ${baseUrl}/docs
Credentials of the first client: ${credentialsFile}
Guide to a first sale with the API: ${baseUrl}/docs/guides/first-steps`;

/** Creates shell commands that run a first sale from offer to addon, printed at log level debug. */
export const firstSteps = (baseUrl: string, { credentialsFile }: Addresses): string => `
Run these commands to sell a first offer in the sandbox:

  C=${quoted(credentialsFile)}
  field() { node -pe 'JSON.parse(require("fs").readFileSync(0))'"$1"; }
  ORG=$(field .orgId < "$C")
  TOKEN=$(curl -s ${baseUrl}/oauth2/token -d grant_type=client_credentials -d resource=${baseUrl} \\
    -d client_id=$(field .clientId < "$C") -d client_secret=$(field .clientSecret < "$C") | field .access_token)
  api() { curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }
  api ${baseUrl}/org
  PRODUCT=$(api "${baseUrl}/org/$ORG/product?partner=MKA&productType=CONTRACT" | field '[0].id')
  OFFER=$(api ${baseUrl}/org/$ORG/offer -d '{"partner":"MKA","name":"First offer","productID":"'$PRODUCT'","expireTime":"2035-12-31","info":{"currency":"USD","eulaType":"SCMP","buyerMkAAccountIds":["100000000001"],"commits":[{"key":"team","rate":1200,"length":1,"timeUnit":"YEAR"}]}}' | field .id)
  sleep 2; api ${baseUrl}/org/$ORG/offer/$OFFER
  api -X POST ${baseUrl}/org/$ORG/sandbox/offer/$OFFER/accept
  sleep 2; ENTITLEMENT=$(api "${baseUrl}/org/$ORG/entitlement?offerId=$OFFER" | field '[0].id')
  api ${baseUrl}/org/$ORG/entitlement/$ENTITLEMENT/entitlementTerm
  api ${baseUrl}/org/$ORG/entitlement/$ENTITLEMENT/addon -d '{"name":"Onboarding","amount":500}'
  api -X PATCH ${baseUrl}/org/$ORG/notificationConfigInfo -d '{"enableEmailNotification":true}'
`;
