import type { UseFormReturn } from 'react-hook-form';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Pick } from '../../ui/pick.tsx';
import type { Draft, Findings } from './draft.ts';

type Props = { orgId: string; form: UseFormReturn<Draft>; findings: Findings };

const most = 20;
const fields: ('id' | 'name')[] = ['id', 'name'];
const searched = (search: string) => (search.trim() === '' ? {} : { search: search.trim() });

/** What is sold, and to whom: both are found by their names. */
export function Parties({ orgId, form: { register, watch }, findings }: Props) {
  const api = tradepost.in(orgId);
  const { lacking } = useOrganization(orgId);
  const [partner, productId, buyerId] = watch(['partner', 'productId', 'buyerId']);
  const may = (permission: string) => lacking(permission) === undefined;
  return (
    <>
      <Pick
        label="Product"
        help="Part of its name, or its id. May be left empty."
        problem={findings.get('/productID')}
        value={productId}
        queryKey={keys.list(orgId, 'products', { partner })}
        read={async (search, signal) =>
          may('products:read')
            ? api.products.list(
                {
                  ...searched(search),
                  ...(partner ? { partner: partner as 'MKA' } : {}),
                  limit: most,
                  fields,
                },
                { signal },
              )
            : []
        }
        field={register('productId')}
      />
      <Pick
        label="Buyer"
        help="Part of its name, or its id. May be left empty."
        problem={findings.get('/buyerID')}
        value={buyerId}
        queryKey={keys.list(orgId, 'buyers')}
        read={async (search, signal) =>
          may('buyers:read') ? api.buyers.list({ ...searched(search), limit: most, fields }, { signal }) : []
        }
        field={register('buyerId')}
      />
    </>
  );
}
