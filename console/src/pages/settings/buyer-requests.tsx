import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Field } from '../../ui/controls.tsx';
import { Select } from '../../ui/inputs.tsx';
import { marketplaceName } from '../../ui/marketplaces.ts';
import { Failure } from '../../ui/states.tsx';

type Answers = Readonly<Record<string, string>>;

const accept = { value: 'ACCEPT', label: 'Accept at once' };
const reject = { value: 'REJECT', label: 'Reject at once' };
const ask = { value: 'ASK', label: 'Wait for a member’s answer' };

/** The marketplaces whose buyers request changes, with the possible answers; the first answer is the default. */
const marketplaces = [
  {
    partner: 'MKB',
    options: [accept, reject],
    help: 'After ten seconds without an answer, the marketplace counts the request as accepted.',
  },
  { partner: 'MKC', options: [ask, accept, reject], help: 'The marketplace waits for the answer.' },
] as const;

/** The setting of the answers to changes that buyers request. */
export function BuyerRequests({ orgId }: { orgId: string }) {
  const { organizationConfigInfo } = tradepost.in(orgId);
  const { missingPermission } = useOrganization(orgId);
  const { data, error } = useQuery({
    queryKey: keys.one(orgId, 'organizationConfigInfo', ''),
    queryFn: ({ signal }) => organizationConfigInfo.get({ signal }),
  });
  const change = useChange(orgId, (buyerRequests: Answers) =>
    organizationConfigInfo.update({ buyerRequests }),
  );
  const answers = (data?.buyerRequests ?? {}) as Answers;
  const reason = missingPermission('organization:write');
  return (
    <Card
      title="Changes requested by buyers"
      help="On some marketplaces, the seller answers when a buyer wants another plan or quantity."
    >
      {(error ?? change.error) && <Failure error={error ?? change.error} />}
      {data &&
        marketplaces.map(({ partner, options, help }) => (
          <Field key={partner} label={marketplaceName(partner)} help={reason ?? help}>
            <Select
              value={answers[partner] ?? options[0].value}
              options={options}
              disabled={reason !== undefined || change.isPending}
              onChange={(answer) => change.send({ [partner]: answer })}
            />
          </Field>
        ))}
    </Card>
  );
}
