import { z } from 'zod';
import {
  type FilteredList,
  numberedBatch,
  pageNumberOf,
  pageNumberParameters,
} from '../../platform/filter/index.ts';
import { route } from '../../platform/http/route.ts';
import { columnList } from '../../platform/records/encode.ts';
import { encodeOfferSet, filterColumns, offerSetColumnList, ownColumns } from './columns.ts';
import { OfferSetPage } from './records.ts';

type Filter = NonNullable<ReturnType<typeof pageNumberOf>['filter']>;

const names = (filter: Filter, column: string): boolean => {
  if ('filter' in filter) return names(filter.filter, column);
  if ('filters' in filter) return filter.filters.some((part) => names(part, column));
  return filter.column === column;
};

/** Deleted sets are for those who ask by status. */
const present = `(
  SELECT ${columnList(ownColumns, 'p')}, p.sequence, p.released_time FROM offer_set p WHERE p.status <> 'DELETED') s`;

export const listOfferSets = route({
  method: 'GET',
  path: '/org/{orgId}/offerSet',
  operationId: 'listOfferSets',
  group: 'OfferSet',
  summary: 'List offer sets',
  description: 'Oldest first. Deleted sets are shown when the filter names the column status.',
  access: 'offers:read',
  query: z.object(pageNumberParameters(filterColumns)),
  response: OfferSetPage,
  responseDescription: 'A page of offer sets, and how many there are in all',
  run: {
    kind: 'batch',
    batch: (scope, request) => {
      const page = pageNumberOf(request.query, filterColumns);
      const list: FilteredList<keyof typeof filterColumns> = {
        organizationId: scope.organizationId,
        from: page.filter && names(page.filter, 'status') ? 'offer_set s' : present,
        alias: 's',
        select: offerSetColumnList,
        columns: filterColumns,
        defaultSort: [{ column: 'creation_time', descending: false }],
        page,
      };
      return numberedBatch(list, encodeOfferSet);
    },
  },
});
