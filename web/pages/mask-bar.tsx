import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Mask, User } from '../../contract/people/accounts.ts'
import { MaskBanner } from '../features/office/masks/mask-banner.tsx'
import { NEW_SESSION, takeSessionEnded } from '../features/people/accounts/session-ended.ts'
import { becomePerson } from '../features/people/accounts/use-me.ts'

/** Over every page while support looks as someone else; leaving leads back to whose card it came from. */
export function MaskBar({ mask }: { mask: Mask }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const left = (own: User): void => {
    // The page first: what is on the screen may not be theirs.
    void becomePerson(cache, own, () => void navigate(`/support?tab=people&user=${mask.user.id}`))
  }
  return <MaskBanner mask={mask} deedKey={[NEW_SESSION]} onLeft={left} onOver={() => void takeSessionEnded(cache)} />
}
