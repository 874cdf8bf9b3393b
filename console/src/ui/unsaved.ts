import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Asks before what was entered is left and lost.
 * @returns says that it is kept: from then on nothing is asked
 */
export function useUnsaved(
  isDirty: boolean,
  question = 'Leave, and lose what you have entered?',
): () => void {
  const isKept = useRef(false);
  useBlocker({
    shouldBlockFn: () => isDirty && !isKept.current && !window.confirm(question),
    enableBeforeUnload: () => isDirty && !isKept.current,
  });
  return () => {
    isKept.current = true;
  };
}
