import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'

/** Takes back what support did, by its entry of the log; all that is shown of the person is read again. */
export function useUndo(userId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: ['support', 'undoAction', userId],
    mutationFn: (input: { entry: number; user: number }) => ask('support', 'undoAction', input),
    onSuccess: () => showActionToast('Отменено', null),
    onError: (error) => showErrorToast(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['support'] }),
  })
}
