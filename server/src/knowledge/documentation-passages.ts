import { type Guide, readWritten, slugOf } from '../platform/documentation/index.ts';
import type { Route } from '../platform/http/route.ts';
import { markdownSections } from './markdown.ts';
import { passagesOf } from './passages.ts';
import type { DocumentationType } from './types.ts';

/** A passage of the documentation, with the path at which it is served. */
export type DocumentationPassage = {
  type: DocumentationType;
  id: string;
  part: number;
  link: string;
  title: string;
  headings: readonly string[];
  content: string;
};

/** Creates the passages of this build's documentation: guides by section, error pages, and operations. */
export const documentationPassages = (
  guides: readonly Guide[],
  routes: readonly Route[],
): DocumentationPassage[] => [
  ...readWritten(guides).flatMap(({ type, name, title, markdown }) =>
    type === 'GUIDE' ? guidePassages(name, title, markdown) : errorPassages(name, title, markdown),
  ),
  ...routes.filter(({ hidden }) => !hidden).flatMap(operationPassages),
];

/** Creates the passages of a guide. Each section is found separately, with its heading as the title. */
function guidePassages(name: string, guide: string, markdown: string): DocumentationPassage[] {
  const page = `/docs/guides/${name}`;
  return markdownSections(markdown).flatMap(({ headings, text }) => {
    const heading = headings.length > 1 ? headings.at(-1) : undefined;
    const place = heading === undefined ? page : `${page}#${slugOf(heading)}`;
    const above = heading === undefined ? [] : [guide, ...headings.slice(1, -1)];
    const id = heading === undefined ? name : `${name}#${slugOf(headings.slice(1).join(' '))}`;
    const section = { id, title: heading ?? guide, sections: [{ headings: above, text }] };
    return passagesOf(section).map((passage) => ({ ...passage, type: 'GUIDE', link: place }));
  });
}

function errorPassages(code: string, title: string, markdown: string): DocumentationPassage[] {
  const text = markdownSections(markdown)
    .map((section) => section.text)
    .join('\n');
  const page = { id: code, title: `${code}: ${title}`, sections: [{ headings: [], text }] };
  return passagesOf(page).map((passage) => ({ ...passage, type: 'ERROR', link: `/docs/errors/${code}` }));
}

function operationPassages({ method, path, operationId, group, summary, description }: Route) {
  const text = [`${method} ${path} (${operationId})`, description ?? ''].join('\n');
  const operation = { id: operationId, title: summary, sections: [{ headings: [group], text }] };
  const link = `/docs#/${encodeURIComponent(group)}/${operationId}`;
  return passagesOf(operation).map((passage) => ({ ...passage, type: 'OPERATION' as const, link }));
}
