import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export type BarePage = {
  /** The address of the page that fetches the given address and prints the response. */
  showing(address: string, token: string): string;
  stop(): Promise<void>;
};

type File = { type: string; body: Buffer };
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Serves the page of `bare/`, built with the console's React, compressed, cached forever by the browser, and from the
 * origin of the API like the console. The page gets a token instead of signing in.
 */
export async function openBarePage(root: string, folder: string, port: number): Promise<BarePage> {
  const files = await buildFiles(path.join(root, 'server/bench/web/bare'), path.join(folder, 'bare'));
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const file = files.get(pathname);
    if (!file) return pass(request, response, port);
    const body = searchParams.has('token') ? filled(file, searchParams) : file.body;
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'gzip',
      'cache-control': 'max-age=31536000, immutable',
    });
    response.end(gzipSync(body, { level: 9 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    showing: (address, token) =>
      `http://127.0.0.1:${own}/index.html?${new URLSearchParams({ address, token })}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function buildFiles(source: string, target: string): Promise<Map<string, File>> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await build({
    root: source,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: target, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const files = new Map<string, File>();
  for (const name of await readdir(target, { recursive: true })) {
    const type = types[path.extname(name)];
    if (type) files.set(`/${name}`, { type, body: await readFile(path.join(target, name)) });
  }
  return files;
}

const filled = ({ body }: File, values: URLSearchParams): string =>
  body
    .toString('utf8')
    .replace('{token}', values.get('token') ?? '')
    .replace('{address}', (values.get('address') ?? '').replaceAll('&', '&amp;'));

/** Passes all requests except requests for the page's files to the service. */
function pass(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', (error) => response.destroy(error));
  request.pipe(onward);
}
