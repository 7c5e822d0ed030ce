import { useFocusReturn } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { promoInWords } from './promo-in-words.ts'

const GiftDialog = lazyNamed(() => import('./gift-take-dialog.tsx'), 'GiftTakeDialog')

export interface Gift {
  /** «скидка 20 %» */
  words: string
  show: () => void
  /** Has to stand somewhere beside what calls `show`. */
  dialog: ReactNode
}

/** The code that waits for the person; null when there is none, or no one knows yet. */
export function useGift(zone: string): Gift | null {
  const { data } = useCall('promo', 'getGiftPromoCode', {}, { staleTime: 300_000 })
  const [open, setOpen] = useState(false)
  // A dialog gives the focus back when it closes, but not when it is taken away, as this is.
  useFocusReturn({ opened: open })
  if (!data?.promoCode) return null
  const { promoCode, expiresAt } = data
  return {
    words: promoInWords(promoCode),
    show: () => setOpen(true),
    dialog: (
      <LazyBoundary>
        {open && <GiftDialog promoCode={promoCode} until={expiresAt} zone={zone} onClose={() => setOpen(false)} />}
      </LazyBoundary>
    ),
  }
}
