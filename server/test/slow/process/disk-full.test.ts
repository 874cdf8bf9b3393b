import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { callerOf, readCredentials } from '../../process/api.ts';
import { cleanUp, embeddedConnection, makeFolder, start, waitFor } from '../../process/program.ts';

const mounted: string[] = [];

/** Mounts a disk of 512 kB; undefined without the permission to mount. */
function mountSmallDisk(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    console.log(
      `Not tried, as no small disk can be mounted here: ${(error as Error).message.split('\n')[0]}`,
    );
    return undefined;
  }
  mounted.push(folder);
  return folder;
}
const fill = (folder: string) => {
  try {
    writeFileSync(path.join(folder, 'ballast'), Buffer.alloc(1_000_000));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
};
const empty = (folder: string) => rmSync(path.join(folder, 'ballast'));

afterAll(async () => {
  for (const folder of mounted) execFileSync('umount', ['-l', folder]);
  await cleanUp();
});

test('while the disk is full, an upload is a 503 that leaves nothing, a mail waits, and everything else continues', async (context) => {
  const dataDir = await makeFolder();
  const [files, mails] = ['files', 'mail'].map((name) => mountSmallDisk(path.join(dataDir, name)));
  if (!files || !mails) return context.skip();
  const program = start({ DATA_DIR: dataDir });
  const address = await program.address();
  const credentials = readCredentials(dataDir);
  const caller = await callerOf(address, credentials);
  const upload = async (key: string) => {
    const body = new FormData();
    body.append('file', new File(['x'.repeat(20_000)], 'terms.txt'));
    const headers = { authorization: `Bearer ${caller.token}`, 'idempotency-key': key };
    const answer = await fetch(`${address}/org/${credentials.orgId}/file`, { method: 'POST', body, headers });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: await answer.json(),
    };
  };
  const kept = (folder: string) => readdirSync(folder, { recursive: true }).map(String);

  expect((await upload('before')).status).toBe(200);
  fill(files);
  fill(mails);
  expect(await upload('full')).toMatchObject({
    status: 503,
    retryAfter: '30',
    body: { code: 'unavailable', detail: 'The file storage is unavailable.' },
  });
  expect((await caller.get('/file')).body).toHaveLength(1);
  expect(kept(files).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const invited = await caller.post('/user', { email: 'waits@example.com', role: 'VIEWER' });
  expect(invited.status).toBe(200);
  await program.logged('sending a mail failed');
  const { body: offer } = await caller.post('/offer', { name: 'Meanwhile' });
  await caller.offerWith('PENDING_ACCEPTANCE', offer.id);

  empty(files);
  empty(mails);
  // Uses the key of the failed upload, which does not prevent a repeat.
  expect((await upload('full')).status).toBe(200);
  expect((await caller.get('/file')).body).toHaveLength(2);
  const database = new pg.Client({ connectionString: embeddedConnection(dataDir) });
  await database.connect();
  await database.query('UPDATE outgoing_mail SET due_at = clock_timestamp() WHERE finished_at IS NULL');
  await database.end();
  await waitFor(() => kept(mails).find((name) => name.endsWith('.eml')));
});
