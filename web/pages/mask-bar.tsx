import { useQueryClient } from '@tanstack/react-query'
import type { Mask, User } from '../../contract/people/accounts.ts'
import { MaskBanner } from '../features/office/masks/mask-banner.tsx'
import { NEW_SESSION, takeSessionEnded } from '../features/people/accounts/session-ended.ts'
import { becomePerson } from '../features/people/accounts/use-me.ts'
import { fetchPage } from '../kit/ui/page-files.ts'

export interface MaskBarProps {
  mask: Mask
  /** Leads to another page, also when this bar has gone before. */
  goTo: (address: string) => Promise<void>
}

/** Over every page while support looks as someone else; leaving leads back to whose card it came from. */
export function MaskBar({ mask, goTo }: MaskBarProps) {
  const cache = useQueryClient()
  const left = async (own: User): Promise<void> => {
    const address = `/support?tab=people&user=${mask.user.id}`
    // Its files first: what is on the screen is not theirs, and is to stand there no longer than it must.
    await fetchPage(address)
    await becomePerson(cache, own, () => goTo(address))
  }
  return (
    <MaskBanner mask={mask} mutationKey={[NEW_SESSION]} onLeft={left} onOver={() => void takeSessionEnded(cache)} />
  )
}
