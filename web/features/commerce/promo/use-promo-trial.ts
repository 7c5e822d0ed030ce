import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ask, type Input } from '../../../kit/calls/ask.ts'
import { readDevice } from '../../../kit/device/read-device.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'

type Wish = Input<'cart', 'subscribeByPromo'>['more']

/** Takes a trial from the promo page, and goes where it is seen. */
export function usePromoTrial() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (more: Wish) => {
      const device = await readDevice()
      return ask('cart', 'subscribeByPromo', { fp: device?.fp ?? '', incognito: device?.incognito ?? false, more })
    },
    onSuccess: ({ goTo }) => {
      // What the person may see is another thing now.
      void cache.invalidateQueries()
      showActionToast('Пробный доступ открыт', null)
      void navigate(goTo)
    },
  })
}
