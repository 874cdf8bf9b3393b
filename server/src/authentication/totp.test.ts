import { describe, expect, test } from 'vitest';
import { base32, matchingStep, otpauthUri, stepAt, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('a time-based one-time password', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is the one of RFC 6238 at %d', (seconds, code) => {
    expect(totpCode(secret, stepAt(at(seconds)))).toBe(code);
  });

  test('matches the current step and one step before or after', () => {
    const step = 1000;
    const code = totpCode(secret, step);
    const matched = [-2, -1, 0, 1, 2].map((shift) => matchingStep(secret, code, at((step + shift) * 30)));
    expect(matched).toEqual([undefined, step, step, step, undefined]);
    expect(matchingStep(secret, '', at(30_000))).toBeUndefined();
  });

  test('has its secret in base32 according to RFC 4648', () => {
    const encoded = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
    expect(encoded).toEqual(['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
    expect(otpauthUri(secret, 'ann+x@example.com')).toBe(
      'otpauth://totp/Tradepost:ann%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tradepost&algorithm=SHA1&digits=6&period=30',
    );
  });
});
