import { useQueryClient } from '@tanstack/react-query'
import type { ReplyTemplate } from '../../../../contract/reading/answers.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'

const key = callKey('answers', 'listTemplates', {})

/** The words a person keeps for answering, and what changes them. */
export function useTemplates() {
  const cache = useQueryClient()
  const { data, error, refetch } = useCall('answers', 'listTemplates', {}, { staleTime: Infinity })
  const put = (change: (templates: ReplyTemplate[]) => ReplyTemplate[]): void => {
    cache.setQueryData<{ templates: ReplyTemplate[] }>(key, (now) => now && { templates: change(now.templates) })
  }
  const create = useAct('answers', 'createTemplate', {
    onSuccess: ({ template }) => put((all) => [...all, template]),
  })
  const update = useAct('answers', 'updateTemplate', {
    onSuccess: ({ template }) => put((all) => all.map((each) => (each.id === template.id ? template : each))),
  })
  const remove = useAct('answers', 'deleteTemplate', {
    onSuccess: (_, { id }) => {
      const gone = data?.templates.find((each) => each.id === id)
      put((all) => all.filter((each) => each.id !== id))
      const takeBack = async ({ name, text }: ReplyTemplate): Promise<void> => {
        const { template } = await ask('answers', 'createTemplate', { name, text })
        put((all) => [...all, template])
      }
      showActionToast('Шаблон удалён', gone ? () => void takeBack(gone) : null)
    },
  })
  return { templates: data?.templates, error, retry: () => void refetch(), create, update, remove }
}

export type Templates = ReturnType<typeof useTemplates>
