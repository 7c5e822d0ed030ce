import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ask, type Input } from '../../kit/calls/ask.ts'
import { readDevice } from '../../kit/device/read-device.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'

type Wish = Input<'promo', 'subscribeByPromo'>['more']

/** Takes a trial from the promo page, and goes where it is seen. */
export function usePromoTrial() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (more: Wish) => {
      const device = await readDevice()
      return ask('promo', 'subscribeByPromo', { fp: device?.fp ?? '', incognito: device?.incognito ?? false, more })
    },
    onSuccess: ({ goTo }) => {
      // What the person may see is another thing now.
      void cache.invalidateQueries()
      showDeed('Пробный доступ открыт', null)
      void navigate(goTo)
    },
  })
}
