import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The claims about the next person to sign in, and faults of the provider. */
export type ProviderSettings = {
  claims: Record<string, unknown>;
  /** Claims of the userinfo endpoint. */
  userinfo?: Record<string, unknown>;
  nonce?: string;
  issuer?: string;
  audience?: string;
  key?: CryptoKey;
  /** Called before the provider confirms the person. */
  meanwhile?: () => Promise<unknown>;
};

/** Starts a local OpenID provider with PKCE for one client. */
export async function startOpenIdProvider(client: { id: string; secret: string }) {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>();
  let settings: ProviderSettings = { claims: {} };
  let issuer = '';

  const idToken = (nonce: string) =>
    new SignJWT({ nonce: settings.nonce ?? nonce, ...settings.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(settings.issuer ?? issuer)
      .setAudience(settings.audience ?? client.id)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(settings.key ?? pair.privateKey);

  const exchange = async (form: URLSearchParams): Promise<[number, object]> => {
    await settings.meanwhile?.();
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret &&
      code?.challenge === verifier &&
      code.redirectUri === form.get('redirect_uri');
    if (!right) return [400, { error: 'invalid_grant' }];
    const token = { access_token: 'at', token_type: 'Bearer', id_token: await idToken(code.nonce) };
    return [200, token];
  };

  const answer = async (path: string, body: string): Promise<[number, object]> => {
    if (path === '/.well-known/openid-configuration') return [200, metadataOf(issuer)];
    if (path === '/jwks')
      return [200, { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }];
    if (path === '/token') return exchange(new URLSearchParams(body));
    if (path === '/userinfo') return [200, { sub: settings.claims.sub, ...settings.userinfo }];
    return [404, {}];
  };

  const server = await serve(answer);
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;

  return {
    issuer,
    /** Merges settings into the existing settings. */
    set: (more: Partial<ProviderSettings>) => Object.assign(settings, more),
    reset: () => {
      settings = { claims: {} };
    },
    /** Signs the person in at the provider and returns the redirect URL. */
    approve: (location: string): string => {
      const asked = new URL(location).searchParams;
      const code = randomBytes(8).toString('hex');
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back.href;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

async function serve(answer: (path: string, body: string) => Promise<[number, object]>): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const [status, body] = await answer(request.url ?? '', Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;
