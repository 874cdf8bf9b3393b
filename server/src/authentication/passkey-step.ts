import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database/database.ts';
import { type Html, hiddenFields, html } from '../platform/http/pages.ts';
import { type Caller, callerOrigins, forgetFailures } from './attempts.ts';
import { formField } from './browser-forms.ts';
import type { Challenges } from './challenges.ts';
import {
  findPasskey,
  judgeSignature,
  lockPasskey,
  type Passkey,
  requestOptions,
  usePasskey,
} from './passkeys.ts';
import { findRelyingParty } from './relying-party.ts';
import type { Proof } from './sign-in.ts';

export type PasskeyStepDeps = { addresses: Addresses; challenges: Challenges; database: Database };

/**
 * The only script of the sign-in pages. The script calls the authenticator and submits the credential with the
 * form.
 */
const script = `const place=document.getElementById('passkey');
const form=place.querySelector('form');
const say=(text)=>{document.getElementById('passkey-note').textContent=text};
form.addEventListener('submit',async(event)=>{
event.preventDefault();
if(!self.PublicKeyCredential||!PublicKeyCredential.parseRequestOptionsFromJSON)return say('This browser does not support passkeys.');
try{
const publicKey=PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(place.dataset.options));
const credential=await navigator.credentials.get({publicKey});
form.elements.namedItem('credential').value=JSON.stringify(credential.toJSON());
form.submit();
}catch(error){say('The passkey could not be used: '+error.message)}
});`;

/**
 * Creates the part of a page for signing in with a passkey; undefined if the host of the service is an IP
 * address.
 */
export function passkeyPart(
  { addresses, challenges }: PasskeyStepDeps,
  fields: Readonly<Record<string, string>>,
): { content: Html; script: string } | undefined {
  const party = findRelyingParty(addresses);
  if (!party) return undefined;
  const { challenge, sealed } = challenges.make(fields[formField] ?? '');
  return {
    script,
    content: html`<hr>
<div id="passkey" data-options="${JSON.stringify(requestOptions(party, challenge))}">
<form method="post" action="/oauth2/signIn">
${hiddenFields({ ...fields, action: 'passkey', challenge: sealed, credential: '' })}<button class="second">Sign in with a passkey</button>
</form>
<p id="passkey-note" role="status"></p>
</div>`,
  };
}

const answer = z.object({
  id: z.string().regex(/^[\w-]{1,2000}$/),
  response: z.object({ signature: z.string() }),
});

/**
 * Verifies the response of an authenticator, which can be used only once.
 * @param personId the required owner of the passkey, if the password has already been verified
 * @returns undefined for an invalid response
 */
export async function provePasskey(
  deps: PasskeyStepDeps,
  form: URLSearchParams,
  caller: Caller,
  personId: string | undefined,
): Promise<Proof | undefined> {
  const party = findRelyingParty(deps.addresses);
  const challenge = deps.challenges.read(form.get('challenge') ?? '', form.get(formField) ?? '');
  const response = parseAnswer(form.get('credential') ?? '');
  if (!party || !challenge || !response) return undefined;
  const passkey = await deps.database.transaction(
    (queryable) => findPasskey(queryable, response.id),
    'system',
  );
  if (!passkey || (personId !== undefined && passkey.person_id !== personId)) return undefined;
  const counter = await judgeSignature(party, challenge, passkey, response);
  if (counter === undefined) return undefined;
  const isUsed = await deps.database.transaction(async (queryable) => {
    if (!(await deps.challenges.use(queryable, challenge))) return false;
    if ((await queryable.query(usePasskey(passkey.id, counter))).length === 0) return false;
    await queryable.query(forgetFailures(passkey.person_id, callerOrigins(caller)));
    return true;
  }, 'system');
  return isUsed ? byPasskeyOf(passkey) : undefined;
}

/**
 * Returns the proof by a passkey, which counts as password and second factor because the authenticator verifies its
 * owner.
 */
const byPasskeyOf = ({ id, person_id: personId }: Passkey): Proof => ({
  personId,
  method: 'PASSWORD',
  factor: 'PASSKEY',
  organizationId: undefined,
  stillProved: lockPasskey(id),
});

function parseAnswer(text: string): AuthenticationResponseJSON | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return answer.safeParse(parsed).success ? (parsed as AuthenticationResponseJSON) : undefined;
  } catch {
    return undefined;
  }
}
