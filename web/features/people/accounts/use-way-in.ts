import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { ask, type Input, type Result } from '../../../kit/calls/ask.ts'
import { identityScope } from '../../../kit/calls/identity-scope.ts'
import { wishKept } from './kept-wish.ts'

/** The calls that begin a session. */
type WayIn = 'login' | 'confirmCodeLogin' | 'confirmRegistration' | 'confirmRecovery' | 'takeSecondStep'

/** As `useAct`, of what lets someone in: not before what they chose stands in their cart (kept-wish.ts, and what the order has on its way). */
export function useWayIn<N extends WayIn>(
  name: N,
  options: Omit<UseMutationOptions<Result<'accounts', N>, Error, Input<'accounts', N>>, 'mutationFn'>,
) {
  return useMutation({
    scope: identityScope,
    mutationFn: async (input: Input<'accounts', N>) => {
      await wishKept()
      return ask('accounts', name, input)
    },
    ...options,
  })
}
