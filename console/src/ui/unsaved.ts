import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Asks before what was entered is left and lost.
 * @returns says that it is kept: from then on nothing is asked
 */
export function useUnsaved(isDirty: boolean): () => void {
  const isKept = useRef(false);
  useBlocker({
    shouldBlockFn: () =>
      isDirty && !isKept.current && !window.confirm('Leave, and lose what you have entered?'),
    enableBeforeUnload: () => isDirty && !isKept.current,
  });
  return () => {
    isKept.current = true;
  };
}
