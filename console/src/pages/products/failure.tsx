import type { WorkloadProduct } from '@tradepost/sdk';
import { Callout } from '../../ui/callout.tsx';

/** The reasons of a failed step of a product, with what to do. */
export function ProductFailure({ product: { status = '', metaInfo } }: { product: WorkloadProduct }) {
  if (!status.endsWith('_FAILED')) return null;
  const readable = metaInfo?.prettifiedErrorMessages ?? [];
  const reasons = readable.length > 0 ? readable : (metaInfo?.errorMessages ?? []);
  return (
    <Callout
      kind="error"
      title={status === 'CREATE_FAILED' ? 'The listing was not created' : 'The product was not published'}
      fix={`Correct the product with Edit, then choose ${status === 'CREATE_FAILED' ? 'Submit' : 'Publish'} again.`}
    >
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </Callout>
  );
}
