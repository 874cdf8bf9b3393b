import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';

/** Encodes a value in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (text: string) => der(0x17, Buffer.from(text));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);

/**
 * Creates a self-signed certificate with a new RSA key, both in PEM format, and the public part as it is
 * registered for an application.
 */
export function createCertificate(endOfValidity = '360101000000Z', modulusLength = 2048) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const algorithm = sequence(objectId('2a864886f70d01010b'), der(0x05));
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('test')))));
  const content = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('260101000000Z'), time(endOfValidity)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signed = sequence(content, algorithm, bits(sign('sha256', content, privateKey)));
  const parsed = new X509Certificate(signed);
  const thumbprint = Buffer.from(parsed.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  return {
    certificate: parsed.toString(),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    registered: { publicKey, thumbprints: [thumbprint] },
    endTime: Number.isNaN(Date.parse(parsed.validTo)) ? undefined : new Date(parsed.validTo).toISOString(),
  };
}
