import { useFocusReturn } from '@mantine/hooks'
import { lazy, useState, type ReactNode } from 'react'
import { useCall } from '../../kit/calls/use-call.ts'
import { Later } from '../../kit/ui/later.tsx'
import { promoInWords } from './promo-words.ts'

const GiftDialog = lazy(() => import('./gift-take-dialog.tsx').then((file) => ({ default: file.GiftTakeDialog })))

export interface Gift {
  /** «скидка 20 %» */
  words: string
  show: () => void
  /** Has to stand somewhere beside what calls `show`. */
  dialog: ReactNode
}

/** The code that waits for the person; null when there is none, or nobody knows yet. */
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
      <Later>
        {open && <GiftDialog promoCode={promoCode} until={expiresAt} zone={zone} onClose={() => setOpen(false)} />}
      </Later>
    ),
  }
}
