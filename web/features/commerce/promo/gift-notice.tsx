import { Button } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { useGift } from './use-gift.tsx'

/** The present for the first purchase, on a page about the person (spec §2 Profile). Nothing at all for anyone who has none. */
export function GiftNotice({ zone }: { zone: string }) {
  const gift = useGift(zone)
  if (gift === null) return null
  return (
    <>
      <AlertBox
        tone="quiet"
        action={
          <Button size="sm" leftSection={<IconGift size={16} stroke={1.8} aria-hidden="true" />} onClick={gift.show}>
            Забрать
          </Button>
        }
      >
        Подарок на первую покупку: <strong>{gift.words}</strong>
      </AlertBox>
      {gift.dialog}
    </>
  )
}
