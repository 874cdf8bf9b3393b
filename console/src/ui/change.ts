import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { queries } from '../api.ts';
import { keys } from '../organization.ts';

/**
 * Returns a change that cannot be sent again before its response, because the second click of a double click may arrive
 * before the button is rendered as busy. After the response, the data of the key is refetched.
 * @param done is called after success
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

/** Returns a change in an organization, after which all displayed data of the organization is refetched. */
export const useChange = <Output, Input = void>(
  orgId: string,
  change: (input: Input) => Promise<Output>,
  done?: (output: Output) => unknown,
) => useOnce(keys.all(orgId), change, done);
