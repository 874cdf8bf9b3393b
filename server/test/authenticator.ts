import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A software WebAuthn authenticator that responds like a browser: ES256, no attestation, verified user. */
export type Authenticator = ReturnType<typeof createAuthenticator>;

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } };
type Changes = {
  id?: string;
  origin?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(rpId), head, rest]);
  };
  const answer = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };

  return {
    /** Responds like `navigator.credentials.create`. */
    create: ({ challenge, rp, user }: Options, changes: Changes = {}) => {
      userHandle = user?.id ?? '';
      const { x, y } = publicKey.export({ format: 'jwk' });
      // The COSE key in CBOR: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x as string, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y as string, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const flags = changes.isVerified === false ? 0x41 : 0x45;
      const data = authenticatorData(rp?.id ?? '', flags, counter, credential);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, changes.origin ?? origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return { ...answer, response };
    },
    /** Responds like `navigator.credentials.get`. */
    get: ({ challenge, rpId = '' }: Options, changes: Changes = {}) => {
      counter = changes.counter ?? counter + 1;
      const flags = changes.isVerified === false ? 0x01 : 0x05;
      const data = authenticatorData(rpId, flags, counter);
      const client = clientData('webauthn.get', challenge, changes.origin ?? origin);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: changes.userHandle ?? userHandle,
      };
      return { ...answer, ...(changes.id === undefined ? {} : { id: changes.id }), response };
    },
  };
}
