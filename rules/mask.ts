/**
 * Masks: support looks at the service as someone else sees it (docs/decisions/masks.md). What may be asked for meanwhile each call says
 * (`underMask`); all else is refused.
 *
 * One may look at everything, and put in order what the person has set up: filters, groups, projects, how they are notified of news. What they say or
 * do themselves is theirs: marks, notes, leads, answers; so is money, and all that opens the account or leads out of it.
 */
import type { Call, MaskUse, RoleName } from '../contract/call.ts'
import { contract, type Contract } from '../contract/contract.ts'
import { isStaff } from './roles.ts'

/** Null: not under a mask. */
export function maskUseOf(feature: keyof Contract, callName: string): MaskUse | null {
  const calls: Readonly<Record<string, Call>> = contract[feature]
  const use = Object.hasOwn(calls, callName) ? calls[callName]?.underMask : undefined
  return use === undefined || use === 'refused' ? null : use
}

/** As much of a person as it takes to say who may wear whose mask; `roles` of the actor as they hold now. */
interface Party {
  id: number
  roles: readonly RoleName[]
}

/** Support alone, never as themselves, and as no one of the staff. It is asked before a mask is put on, and of each call under it. */
export const mayMask = (actor: Party, user: Party): boolean =>
  actor.roles.includes('support') && actor.id !== user.id && !isStaff(user.roles)
