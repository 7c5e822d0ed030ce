import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../../kit/calls/use-call.ts'
import { leaveHere } from '../../../kit/device/push-subscription.ts'
import { becomePerson } from './use-me.ts'

export function useLogout() {
  const cache = useQueryClient()
  return useAct('accounts', 'logout', { onMutate: leaveHere, onSuccess: () => becomePerson(cache, null) })
}
