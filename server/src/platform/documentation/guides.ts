import { readFileSync } from 'node:fs';
import { errorCatalogue } from '../errors.ts';
import { type MarkdownPage, markdownPage } from './markdown.ts';

/** The repository, or the folder that a package of the program was installed in: both have `docs/` and the README. */
const root = new URL('../../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** A guide: a file of the repository that is served, and what a list says of it. */
export type Guide = { name: string; title: string; file: string; says: string };

/** The README speaks of the whole repository; its part that a caller follows is a guide. */
const firstSteps = (readme: string): string => {
  const steps = /^## Five minutes\n[\s\S]*?(?=^## )/m.exec(readme)?.[0];
  if (!steps) throw new Error('README.md has no part "Five minutes" any more');
  return steps.replace('## Five minutes', '# First steps');
};

/** A part of the documentation as it is written. */
export type WrittenText = { type: 'GUIDE' | 'ERROR'; name: string; title: string; markdown: string };

/** Reads all guides, and what `docs/errors` says of each code of the catalogue. */
export const readWritten = (guides: readonly Guide[]): WrittenText[] => [
  ...guides.map(({ name, title, file }) => ({
    type: 'GUIDE' as const,
    name,
    title,
    markdown: file === 'README.md' ? firstSteps(read(file)) : read(file),
  })),
  ...errorCatalogue().map(({ code, title }) => ({
    type: 'ERROR' as const,
    name: code,
    title,
    markdown: read(`docs/errors/${code}.md`),
  })),
];

/**
 * The pages that are made of files.
 * @param guides in the order in which they are read
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
      const text = read(guide.file);
      return markdownPage(guide.file === 'README.md' ? firstSteps(text) : text, guide.file, servedAt);
    },
    /** What `docs/errors` says of a code of the catalogue. */
    errorCode: (code: string): Promise<MarkdownPage> => {
      const file = `docs/errors/${code}.md`;
      return markdownPage(read(file), file, servedAt);
    },
  };
}
