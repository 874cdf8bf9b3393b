import { z } from 'zod';
import { codeText, idText, record, shortText, text, time } from '../../platform/records/fields.ts';

/** The maximum lengths of a view, and the maximum numbers of views of one member. */
export const viewLimits = { name: 60, query: 2000, ofList: 50, ofMember: 1000 } as const;

const list = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9/_-]*$/, 'must be letters, digits, slashes, hyphens and underscores')
  .meta({
    description:
      'The list: the path of its page in the console without the organization, such as `usage/reports`.',
  });
const name = shortText(
  'Name of the view, 1 to 60 characters. It is unique among the member’s views of the list, ignoring case.',
  viewLimits.name,
);
const query = z.record(codeText('Name of a parameter.'), text('Value of the parameter.')).meta({
  description:
    'Parameters of the list’s address: filters, `sort`, `order` and `columns`. At most 2,000 characters as a query string.',
});

/** The query parameter that selects the views of one list. */
export const listParameter = list.optional();

export const SavedView = record(
  'SavedView',
  'A saved view of a list in the console, which belongs to one member of the organization.',
  {
    id: idText('Identifier of the view.'),
    list,
    name,
    query,
    creationTime: time('Time of creation.'),
    lastUpdateTime: time('Time of the last change.'),
  },
);

export const CreateSavedViewParams = z
  .object({ list, name, query })
  .meta({ id: 'CreateSavedViewParams', description: 'A view to save.' });
export type CreateSavedViewParams = z.output<typeof CreateSavedViewParams>;

export const UpdateSavedViewParams = z.object({ name: name.optional(), query: query.optional() }).meta({
  id: 'UpdateSavedViewParams',
  description: 'Change of a saved view. The query replaces the query before.',
});
export type UpdateSavedViewParams = z.output<typeof UpdateSavedViewParams>;
