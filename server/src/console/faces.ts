import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { html } from '../platform/http/pages.ts';
import type { ConsoleFile } from './files.ts';

/** The display name and the logo of a marketplace, if the operator has configured them. */
export type Face = { name?: string | undefined; logo?: { type: string; content: Buffer } | undefined };

/** Creates the files of the configured logos, and the function that adds names and logos to the console's page. */
export function createFaces(given: Readonly<Record<string, Face>>) {
  const logos = new Map<string, ConsoleFile>();
  const faces = Object.entries(given).map(([code, { name, logo }]) => {
    if (!logo) return [code, { name }];
    const hash = createHash('sha256').update(logo.content).digest('hex').slice(0, 16);
    const file = `${code}-${hash}.${logo.type.slice('image/'.length)}`;
    logos.set(file, { type: logo.type, plain: logo.content });
    return [code, { name, logo: `/console/logos/${file}` }];
  });
  const added = html`<meta name="marketplaces" content="${JSON.stringify(Object.fromEntries(faces))}">`.text;
  let last: { of: ConsoleFile; file: ConsoleFile } | undefined;
  return {
    logo: (name: string): ConsoleFile | undefined => logos.get(name),
    /** Adds names and logos to the page; the page itself if there are none. */
    onPage: (of: ConsoleFile): ConsoleFile => {
      if (faces.length === 0) return of;
      if (last?.of !== of) last = { of, file: withMeta(of, added) };
      return last.file;
    },
  };
}

function withMeta({ type, plain }: ConsoleFile, added: string): ConsoleFile {
  const text = Buffer.from(plain.toString().replace('<title>', () => `${added}<title>`));
  return { type, plain: text, br: brotliCompressSync(text), gzip: gzipSync(text) };
}
