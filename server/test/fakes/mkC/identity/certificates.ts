import { createSign } from 'node:crypto';
import { exportPKCS8, exportSPKI } from 'jose';
import { type Keys, pairOf } from '../../http/keys.ts';

/** Encodes a value in DER: a tag, the length and the content. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const bytes = Buffer.from(content.length.toString(16).padStart(content.length > 255 ? 4 : 2, '0'), 'hex');
  const length = content.length < 128 ? bytes : Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}
const [integer, bits, nothing, oid, text, time, sequence, set] = [2, 3, 5, 6, 12, 24, 48, 49] as const;

/** RSA with SHA-256 (1.2.840.113549.1.1.11), and the attribute for a common name (2.5.4.3). */
const algorithm = der(sequence, der(oid, Buffer.from('2a864886f70d01010b', 'hex')), der(nothing));
const commonName = (name: string) =>
  der(
    sequence,
    der(set, der(sequence, der(oid, Buffer.from('550403', 'hex')), der(text, Buffer.from(name)))),
  );

/** Creates a self-signed certificate of a key pair, valid from 2000 to 2099. */
async function certificateOf(pair: string, name: string): Promise<string> {
  const { publicKey, privateKey } = await pairOf(pair);
  const publicInfo = Buffer.from((await exportSPKI(publicKey)).replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const validity = der(
    sequence,
    ...['20000101000000Z', '20991231235959Z'].map((at) => der(time, Buffer.from(at))),
  );
  const content = der(
    sequence,
    der(integer, Buffer.from([1])),
    algorithm,
    commonName(name),
    validity,
    commonName(name),
    publicInfo,
  );
  const signature = createSign('sha256')
    .update(content)
    .sign(await exportPKCS8(privateKey));
  const all = der(sequence, content, algorithm, der(bits, Buffer.from([0]), signature));
  const lines = all.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Returns the published keys as certificates, by the identifier of the key. */
export const certificatesOf = async (keys: Keys, name: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(keys.published().map(async (kid) => [kid, await certificateOf(kid, name)])),
  );
