/** Stands for what keeps the token of a person that is signed in. */
export const session = { baseUrl: process.env.TRADEPOST_URL ?? '', token: 'one that has ended' };

export async function renew(rejected: string): Promise<string> {
  if (session.token === rejected) session.token = process.env.TRADEPOST_PERSON ?? '';
  return session.token;
}
