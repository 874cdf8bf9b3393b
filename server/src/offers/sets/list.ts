import { z } from 'zod';
import {
  type FilteredList,
  numberedBatch,
  pageNumberOf,
  pageNumberParameters,
} from '../../platform/filter/index.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { columnList } from '../../platform/records/encode.ts';
import { offerSetErrors } from '../errors.ts';
import { offerSetExample } from '../examples.ts';
import { encodeOfferSet, filterColumns, offerSetColumnList, ownColumns } from './columns.ts';
import { OfferSet, OfferSetPage } from './records.ts';
import { selectOfferSet } from './store.ts';

export const getOfferSetRoute = () =>
  readRoute({
    path: '/org/{orgId}/offerSet/{offerSetId}',
    operationId: 'getOfferSet',
    group: 'OfferSet',
    summary: 'Get an offer set',
    access: 'offers:read',
    responseExample: offerSetExample,
    response: OfferSet,
    responseDescription: 'The offer set',
    select: (scope, { offerSetId }) => selectOfferSet(scope, offerSetId),
    notFound: offerSetErrors.offer_set_not_found,
    encode: encodeOfferSet,
  });

type Filter = NonNullable<ReturnType<typeof pageNumberOf>['filter']>;

const names = (filter: Filter, column: string): boolean => {
  if ('filter' in filter) return names(filter.filter, column);
  if ('filters' in filter) return filter.filters.some((part) => names(part, column));
  return filter.column === column;
};

/** Offer sets without deleted sets. Deleted sets are listed only when the filter has a status. */
const present = `(
  SELECT ${columnList(ownColumns, 'p')}, p.sequence, p.released_time FROM offer_set p WHERE p.status <> 'DELETED') s`;

export const listOfferSetsRoute = route({
  method: 'GET',
  path: '/org/{orgId}/offerSet',
  operationId: 'listOfferSets',
  group: 'OfferSet',
  summary: 'List offer sets',
  description: 'Oldest first. Deleted sets are included only when the filter uses the column status.',
  access: 'offers:read',
  query: z.object(pageNumberParameters(filterColumns)),
  response: OfferSetPage,
  responseDescription: 'A page of offer sets, and their total number',
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
