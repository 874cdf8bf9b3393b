import { createClient, createJoinLink, createOrganization, type NewClient } from '../organizations/index.ts';
import { serviceActor } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import type { NewId } from '../platform/ids.ts';
import { addCatalogue } from '../sandbox/index.ts';

/** What the first start makes; `joinLink` is path and query of a link by which a person becomes its ADMIN. */
export type FirstOrganization = { organizationId: string; client: NewClient; joinLink: string };

/**
 * Creates, in an empty database, a TEST organization with an ADMIN client and the products of the sandbox's catalogue.
 * Two processes at once end with one organization.
 * @returns undefined when there is an organization already
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
    // Before the commit: a secret that exists is one that can be read.
    await keep(first);
    return first;
  }, 'system');

/** A word for a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Addresses = { credentialsFile: string; joinLink: string };

/** The lines that the first start prints, the link to the console first; the log line that the service is ready follows. */
export const firstLines = (baseUrl: string, { credentialsFile, joinLink }: Addresses): string =>
  `Open this within an hour to choose your password and enter the console: ${baseUrl}${joinLink}
Tradepost listens on ${baseUrl}. Reference: ${baseUrl}/docs
Credentials of the first client: ${credentialsFile}
To sell a first offer by the API, follow "Five minutes" in README.md.`;

/** Lines that can be pasted into a shell and run the main job from end to end, printed at debug level. */
export const firstSteps = (baseUrl: string, { credentialsFile }: Addresses): string => `
Paste this to sell your first offer in the sandbox:

  C=${quoted(credentialsFile)}
  field() { node -pe 'JSON.parse(require("fs").readFileSync(0))'"$1"; }
  ORG=$(field .orgId < "$C")
  TOKEN=$(curl -s ${baseUrl}/oauth2/token -d grant_type=client_credentials -d resource=${baseUrl} \\
    -d client_id=$(field .clientId < "$C") -d client_secret=$(field .clientSecret < "$C") | field .access_token)
  api() { curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }
  api ${baseUrl}/org
  OFFER=$(api ${baseUrl}/org/$ORG/offer -d '{"partner":"MKA","name":"First offer","info":{"currency":"USD","commits":[{"key":"seats","rate":1200,"length":1,"timeUnit":"YEAR"}]}}' | field .id)
  sleep 2; api ${baseUrl}/org/$ORG/offer/$OFFER
  api -X POST ${baseUrl}/org/$ORG/sandbox/offer/$OFFER/accept
  sleep 2; ENTITLEMENT=$(api "${baseUrl}/org/$ORG/entitlement?offerId=$OFFER" | field '[0].id')
  api ${baseUrl}/org/$ORG/entitlement/$ENTITLEMENT/entitlementTerm
  api ${baseUrl}/org/$ORG/entitlement/$ENTITLEMENT/addon -d '{"name":"Onboarding","amount":500}'
  api -X PATCH ${baseUrl}/org/$ORG/notificationConfigInfo -d '{"enableEmailNotification":true}'
`;
