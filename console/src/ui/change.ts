import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { queries } from '../api.ts';
import { keys } from '../organization.ts';

/**
 * Something that is sent once, however often it is asked for until its answer is there: the second click of two comes before
 * anything was drawn anew. Afterwards what is kept by the key is read again.
 * @param done what follows when it worked
 */
export function useOnce<Output, Input = void>(
  queryKey: readonly unknown[],
  change: (input: Input) => Promise<Output>,
  done?: (output: Output) => unknown,
) {
  const isBusy = useRef(false);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: change,
    onSuccess: (output) => done?.(output),
    onSettled: () => {
      isBusy.current = false;
      return queries.invalidateQueries({ queryKey });
    },
  });
  const send = (input: Input): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    mutate(input);
  };
  return { send, isPending, isSuccess, error, reset };
}

/** A change of something in an organization, after which all that is shown of the organization is read again. */
export const useChange = <Output, Input = void>(
  orgId: string,
  change: (input: Input) => Promise<Output>,
  done?: (output: Output) => unknown,
) => useOnce(keys.all(orgId), change, done);
