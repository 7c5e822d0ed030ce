import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../../kit/calls/use-call.ts'
import { becomePerson } from './use-me.ts'

export function useLogout() {
  const cache = useQueryClient()
  return useAct('accounts', 'logout', { onSuccess: () => becomePerson(cache, null) })
}
