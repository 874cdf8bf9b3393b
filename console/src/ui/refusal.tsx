import { TradepostError } from '@tradepost/sdk';
import { useEffect, useRef } from 'react';
import { Failure } from './states.tsx';

/** What is wrong with a form, which gets the focus once the service has said it. */
export function Refusal({ label, error }: { label: string; error: unknown }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (error) place.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <section ref={place} tabIndex={-1} aria-label={label}>
      <Failure error={error} />
    </section>
  );
}

/** What the service says is wrong with a field, or with what is in it. */
export const problemAt = (error: unknown, pointer: string): string | undefined =>
  error instanceof TradepostError
    ? error.errors.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))?.message
    : undefined;
