import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { readGroupsAgain } from './groups-cache.ts'
import { useWhichList } from './which-list.ts'

/** Puts back what was taken off the list. */
export function useRestoreGroups(): (ids: number[]) => void {
  const cache = useQueryClient()
  const { of } = useWhichList()
  const restore = useAct('groups', 'restoreGroups', {
    onSuccess: () => readGroupsAgain(cache),
    onError: (error) => showErrorToast(`Вернуть не получилось. ${sentenceOf(error)}`),
  })
  return (ids) => restore.mutate({ ...of, ids })
}
