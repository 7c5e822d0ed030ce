import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { MaskButton } from '../features/office/masks/mask-button.tsx'
import type { MaskedPerson } from '../features/office/masks/masked-person.ts'
import { NEW_SESSION } from '../features/people/accounts/session-ended.ts'
import { becomePerson } from '../features/people/accounts/use-me.ts'

/** In the card of a person: support looks at the service as they see it. */
export function MaskOf({ user }: { user: MaskedPerson }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (
    <MaskButton
      user={user}
      deedKey={[NEW_SESSION]}
      onMasked={(person, mask) => void becomePerson(cache, person, () => void navigate('/feed'), mask)}
    />
  )
}
