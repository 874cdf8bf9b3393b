import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Requires a confirmation before leaving the page would discard entered values.
 * @returns the function that removes this requirement, to be called after saving
 */
export function useUnsaved(isDirty: boolean, question = 'Leave and discard your changes?'): () => void {
  const isKept = useRef(false);
  useBlocker({
    shouldBlockFn: () => isDirty && !isKept.current && !window.confirm(question),
    enableBeforeUnload: () => isDirty && !isKept.current,
  });
  return () => {
    isKept.current = true;
  };
}
