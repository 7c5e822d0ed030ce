import type { Mask, User } from '../../../../contract/people/accounts.ts'

/** As much of a person as their card knows. */
export interface MaskedPerson {
  id: number
  name: string
}

export interface MaskButtonProps {
  user: MaskedPerson
  /** Goes with the action: no one asks who is here while it is on its way. */
  mutationKey: readonly string[]
  /** This browser is theirs now. */
  onMasked: (user: User, mask: Mask) => Promise<void>
}
