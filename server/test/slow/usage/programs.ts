import { type Reply, send, type TestDatabase, testMasterKey } from '../../harness.ts';
import { tokenOf } from '../../process/api.ts';
import { freePort, makeFolder, type Program, start, waitFor } from '../../process/program.ts';

export type Role = 'serve' | 'work';

/**
 * Starts a process that serves requests and a process that runs jobs, on one database. A killed process is
 * replaced.
 */
export async function startPrograms(
  database: TestDatabase,
  org: { id: string; client: { id: string; secret: string } },
) {
  const address = `http://127.0.0.1:${await freePort()}`;
  const environment = {
    DATA_DIR: await makeFolder(),
    DATABASE_URL: database.connectionString,
    MASTER_KEY: testMasterKey,
    BASE_URL: address,
    PORT: new URL(address).port,
    DATABASE_PIPELINES: '2',
    MIGRATE: 'off',
    LOG_LEVEL: 'info',
    ACCESS_LOG: 'false',
  };
  const programs = new Map<Role, Program>();
  const begin = async (role: Role) => {
    const program = start(environment, { arguments: [role] });
    programs.set(role, program);
    await program.logged('ready');
  };
  await Promise.all([begin('serve'), begin('work')]);
  let token = { text: '', until: 0 };
  const call = async (method: string, path: string, options: object = {}): Promise<Reply> => {
    if (token.until < Date.now()) {
      const credentials = { clientId: org.client.id, clientSecret: org.client.secret };
      token = { text: await tokenOf(address, credentials), until: Date.now() + 300_000 };
    }
    return send(`${address}/org/${org.id}/${path}`, method, { token: token.text, ...options });
  };
  const isQuiet = async () => {
    // A job that becomes ready behind a postponed job of its queue key waits for that job.
    const { rows } = await database.query(
      `SELECT FROM job j WHERE finished_at IS NULL AND (ready_at <= now() OR lease_until > now())
         AND NOT EXISTS (SELECT FROM job first WHERE first.organization_id = j.organization_id
           AND first.lane = j.lane AND first.finished_at IS NULL AND first.position < j.position
           AND first.ready_at > now() AND first.lease_token IS NULL) LIMIT 1`,
    );
    return rows.length === 0;
  };
  return {
    call,
    kill: (role: Role) => programs.get(role)?.kill(),
    begin,
    /** Releases the jobs of a killed process, to avoid a minute of waiting. */
    endLeases: () => database.query('UPDATE job SET lease_until = now() WHERE lease_until > now()'),
    isQuiet,
    /** Resolves when no job is ready. */
    quiet: () => waitFor(async () => ((await isQuiet()) ? true : undefined), 120_000),
    stop: async () => {
      for (const program of programs.values()) await program.terminate();
    },
  };
}

export type Programs = Awaited<ReturnType<typeof startPrograms>>;
