import type { IdentityIntegration, WithId } from '@tradepost/sdk';
import {
  createIntegration,
  deleteIntegration,
  importFromMarketplace,
  updateIntegration,
  verifyIntegration,
} from '../../generated/integrations.ts';
import type { Action } from '../../ui/operation/action.ts';
import type { Operation, OperationField } from '../../ui/operation/operation.ts';
import { type KnownService, knownServices } from './known.ts';
import { SetupPreview } from './setup.tsx';

export type Integration = WithId<IdentityIntegration>;

const isOf = ({ partner, service }: KnownService, of: Integration): boolean =>
  partner === of.partner && service === of.service;

/** Replaces the free-form settings of an operation by the fields of a service. */
function withFields(operation: Operation, { info, credentials }: KnownService): Operation {
  const fields: OperationField[] = [
    ...(info ? [{ name: 'info', kind: 'record', fields: [{ ...info, kind: 'record' }] }] : []),
    ...(credentials ? [{ name: 'credentials', kind: 'record', fields: credentials }] : []),
  ];
  return { ...operation, fields };
}

/** The paths of a service's fields, so that they are shown without groups. */
const pathsOf = ({ info, credentials = [] }: KnownService): string[] => [
  ...(info?.fields ?? []).map(({ name }) => `info/${info?.name}/${name}`),
  ...credentials.map(({ name }) => `credentials/${name}`),
];

/** Actions that connect a service, one for each service with fields of its own, and one for the others. */
export const connectActions: readonly Action[] = [
  ...knownServices.map((known, at): Action => {
    const { partner, service, connect, help } = known;
    return {
      operation: withFields(createIntegration, known),
      label: connect,
      submit: 'Connect',
      help,
      fields: pathsOf(known),
      preset: { partner, service },
      ...(service === 'MARKETPLACE' ? { Preview: SetupPreview } : {}),
      ...(at === 0 ? { kind: 'primary' as const } : {}),
      opens: 'record',
    };
  }),
  {
    operation: createIntegration,
    label: 'Connect another service',
    submit: 'Connect',
    fields: ['partner', 'service', 'credentials'],
    opens: 'record',
  },
];

/** The masked settings, and no credentials: their values are replaced, never read. */
const startOf = ({ info }: Integration) => ({ ...(info ? { info } : {}) });

const editActions = [
  ...knownServices.map(
    (known): Action<Integration> => ({
      operation: withFields(updateIntegration, known),
      label: 'Edit',
      help: 'Changed settings are verified again. Empty credentials keep their stored values.',
      fields: pathsOf(known),
      start: startOf,
      isHidden: (of) => !isOf(known, of),
    }),
  ),
  {
    operation: updateIntegration,
    label: 'Edit',
    help: 'Changed settings are verified again. Credentials merge by name, and null removes a name.',
    omit: ['partner', 'service'],
    start: startOf,
    isHidden: (of: Integration) => knownServices.some((known) => isOf(known, of)),
  } satisfies Action<Integration>,
];

const isVerified = ({ status }: Integration): boolean => status === 'VERIFIED';
const verify = {
  operation: verifyIntegration,
  done: 'The verification is finished; see the checks.',
} as const;

const isMarketplace = ({ service }: Integration): boolean => service === 'MARKETPLACE';

export const recordActions: readonly Action<Integration>[] = [
  { ...verify, label: 'Verify', kind: 'primary', isHidden: isVerified },
  { ...verify, label: 'Verify again', isHidden: (of) => !isVerified(of) },
  ...editActions,
  {
    operation: importFromMarketplace,
    label: 'Import records',
    question:
      'Products, offers and agreements of the marketplace are imported in the background. Imported records are not duplicated.',
    done: 'The import has started. Its progress is on the page Operations.',
    isHidden: (of) => !isMarketplace(of),
    reason: ({ status }) => (status === 'VERIFIED' ? undefined : 'Verify the integration first.'),
  },
  {
    operation: deleteIntegration,
    label: 'Delete',
    kind: 'danger',
    isInMenu: true,
    question:
      'The integration and its credentials are deleted. Tradepost stops calling the service, and pending work waits.',
    opens: 'list',
  },
];
