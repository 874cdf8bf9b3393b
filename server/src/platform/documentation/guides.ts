import { readFileSync } from 'node:fs';
import { errorCatalogue } from '../errors.ts';
import { type MarkdownPage, markdownPage } from './markdown.ts';

/** The folder of the repository or of the installed package. Both contain `docs/` and the README. */
const root = new URL('../../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** A guide: a repository file that is served as a page. `says` is the guide's description in lists. */
export type Guide = { name: string; title: string; file: string; says: string };

/** The Markdown source of a documentation page. */
export type WrittenText = { type: 'GUIDE' | 'ERROR'; name: string; title: string; markdown: string };

/** Reads all guides and the error code pages in `docs/errors`. */
export const readWritten = (guides: readonly Guide[]): WrittenText[] => [
  ...guides.map(({ name, title, file }) => ({
    type: 'GUIDE' as const,
    name,
    title,
    markdown: read(file),
  })),
  ...errorCatalogue().map(({ code, title }) => ({
    type: 'ERROR' as const,
    name: code,
    title,
    markdown: read(`docs/errors/${code}.md`),
  })),
];

/**
 * Creates the pages from Markdown files.
 * @param guides in their reading order
 */
export function createFilePages(guides: readonly Guide[]) {
  const servedAt = (file: string): string | undefined => {
    const guide = guides.find((other) => other.file === file);
    if (guide) return `/docs/guides/${guide.name}`;
    if (file === 'openapi.json') return '/openapi.json';
    if (file === 'docs/errors' || file === 'docs/errors/') return '/docs/errors';
    const code = /^docs\/errors\/(\w+)\.md$/.exec(file)?.[1];
    return code && errorCatalogue().some((other) => other.code === code) ? `/docs/errors/${code}` : undefined;
  };
  return {
    guide: async (name: string): Promise<MarkdownPage | undefined> => {
      const guide = guides.find((other) => other.name === name);
      if (!guide) return undefined;
      return markdownPage(read(guide.file), guide.file, servedAt);
    },
    /** Creates the page of an error code from its file in `docs/errors`. */
    errorCode: (code: string): Promise<MarkdownPage> => {
      const file = `docs/errors/${code}.md`;
      return markdownPage(read(file), file, servedAt);
    },
  };
}
