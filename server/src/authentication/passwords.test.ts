import { describe, expect, test } from 'vitest';
import { createPasswords, passwordProblem, usualCost } from './passwords.ts';

const waiting = 'test';
const cheap = { n: 2 ** 10, r: 8, p: 1 };

describe('a password', () => {
  test('is hashed at the usual cost, and the hash contains its parameters', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('correct horse battery', waiting);
    expect(hash).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await passwords.verify('correct horse battery', hash, waiting)).toBe(true);
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(usualCost).toEqual({ n: 131_072, r: 8, p: 1 });
  });

  test('has a different hash each time', async () => {
    const passwords = createPasswords(cheap);
    expect(await passwords.hash('same', waiting)).not.toBe(await passwords.hash('same', waiting));
  });

  test('is verified at the cost of its hash, which is outdated if new hashes have another cost', async () => {
    const hash = await createPasswords(cheap).hash('from before', waiting);
    const now = createPasswords({ ...cheap, n: 2 ** 11 });
    expect(await now.verify('from before', hash, waiting)).toBe(true);
    expect(now.isOutdated(hash)).toBe(true);
  });

  test.each([
    ['another password', 'wrong', undefined],
    ['no hash', 'right', null],
    ['a hash of another algorithm', 'right', 'bcrypt$1$2$3$4$5'],
    ['a truncated hash', 'right', 'scrypt$1024$8$1$AAAA$AAAA'],
  ])('is not accepted with %s', async (_what, password, given) => {
    const passwords = createPasswords(cheap);
    const hash = given === undefined ? await passwords.hash('right', waiting) : given;
    expect(await passwords.verify(password, hash, waiting)).toBe(false);
  });

  test('is accepted in any Unicode composition of its characters', async () => {
    const passwords = createPasswords(cheap);
    const hash = await passwords.hash('Gr\u00fc\u00dfe fin', waiting);
    expect(await passwords.verify('Gru\u0308\u00dfe \ufb01n', hash, waiting)).toBe(true);
  });
});

test.each([
  ['x'.repeat(11), '12 to 200'],
  ['x'.repeat(12), undefined],
  ['\u{1f680}'.repeat(11), '12 to 200'],
  ['\u{1f680}'.repeat(200), undefined],
  ['x'.repeat(201), '12 to 200'],
  ['ann@example.com', 'not be the e-mail'],
  ['ANN@example.com', 'not be the e-mail'],
])('a new password %s is judged by length and difference from the address: %s', (password, problem) => {
  const found = passwordProblem(password, 'Ann@example.com');
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
