import { listPage } from './list-page.tsx';
import { recordPage } from './record-page.tsx';
import type { Resource } from './resource.ts';

export { PathButton, PathLink, RecordLink, RecordLinks } from './links.tsx';
export { type Resource, section } from './resource.ts';

/** Creates the pages of a noun. */
export const resourcePages = <Row>(resource: Resource<Row>) => ({
  ListPage: listPage(resource),
  RecordPage: recordPage(resource),
});
