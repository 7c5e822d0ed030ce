/** The hooks through which every feature asks: one for what is read, one for what is done. */
import { useMutation, useQuery, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query'
import { ask, type Feature, type Input, type NameOf, type Result } from './ask.ts'

export type CallKey = readonly [feature: string, name: string, input: unknown]

export function callKey<F extends Feature, N extends NameOf<F>>(feature: F, name: N, input: Input<F, N>): CallKey {
  return [feature, name, input]
}

type ReadOptions<R> = Omit<UseQueryOptions<R, Error, R, CallKey>, 'queryKey' | 'queryFn'>
type ActOptions<I, R> = Omit<UseMutationOptions<R, Error, I>, 'mutationFn'>

/** Reads, and keeps what was read in the cache under the call's own name. */
export function useCall<F extends Feature, N extends NameOf<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  options: ReadOptions<Result<F, N>> = {},
) {
  return useQuery({
    queryKey: callKey(feature, name, input),
    queryFn: ({ signal }) => ask(feature, name, input, signal),
    ...options,
  })
}

/** Does something when `mutate` is called with the call's input. */
export function useAct<F extends Feature, N extends NameOf<F>>(
  feature: F,
  name: N,
  options: ActOptions<Input<F, N>, Result<F, N>> = {},
) {
  return useMutation({ mutationFn: (input: Input<F, N>) => ask(feature, name, input), ...options })
}
