import { useQueryClient } from '@tanstack/react-query'
import { MaskButton } from '../features/office/masks/mask-button.tsx'
import type { MaskedPerson } from '../features/office/masks/masked-person.ts'
import { NEW_SESSION } from '../features/people/accounts/session-ended.ts'
import { becomePerson } from '../features/people/accounts/use-me.ts'
import { useGoTo } from '../kit/ui/hooks/use-go-to.ts'
import { fetchPage } from '../kit/ui/page-files.ts'

/** In the card of a person: support looks at the service as they see it. */
export function MaskOf({ user }: { user: MaskedPerson }) {
  const cache = useQueryClient()
  const goTo = useGoTo()
  return (
    <MaskButton
      user={user}
      mutationKey={[NEW_SESSION]}
      onMasked={async (person, mask) => {
        await fetchPage('/feed')
        await becomePerson(cache, person, () => goTo('/feed'), mask)
      }}
    />
  )
}
