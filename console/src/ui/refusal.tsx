import { TradepostError } from '@tradepost/sdk';
import { useEffect, useRef } from 'react';
import { Failure } from './states.tsx';

/** The problems in a form, which receive the focus when the service has reported them. */
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

/** Returns the service's findings about a field or its nested values. */
export const problemAt = (error: unknown, pointer: string): string | undefined =>
  error instanceof TradepostError
    ? error.errors.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))?.message
    : undefined;
