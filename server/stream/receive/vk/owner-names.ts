/** Names and avatars of those of whom only the number came: asked many at once, and remembered for a while. */
import { HOUR } from '../../../kit/clock.ts'
import type { Time } from '../shared/adapter.ts'
import type { AskVk } from './ask-vk.ts'
import { groupsOf } from './resolve.ts'
import {
  listOf,
  ownerOfGroup,
  ownerOfUser,
  partyFields,
  type WallOwner,
  type Owners,
  type VkGroup,
  type VkUser,
} from './shape.ts'

const REMEMBERED = 20_000
const REMEMBERED_FOR = 6 * HOUR
const MOST_USERS = 1_000
const MOST_GROUPS = 500

export interface OwnerNames {
  /** @throws NetworkError */
  find(ids: Iterable<number>, signal: AbortSignal): Promise<Owners>
}

export function ownerNames(ask: AskVk, time: Time): OwnerNames {
  const known = new Map<number, { owner: WallOwner; until: number }>()

  function keep(owner: WallOwner): void {
    known.delete(owner.id)
    known.set(owner.id, { owner, until: time.now().getTime() + REMEMBERED_FOR })
    if (known.size <= REMEMBERED) return
    for (const [id] of known) {
      known.delete(id)
      break
    }
  }

  return {
    async find(ids, signal) {
      const wanted = [...new Set(ids)]
      const now = time.now().getTime()
      const unknown = wanted.filter((id) => (known.get(id)?.until ?? 0) <= now)
      for (const some of inParts(
        unknown.filter((id) => id > 0),
        MOST_USERS,
      )) {
        for (const user of listOf(
          await ask<VkUser[]>('users.get', { user_ids: some.join(','), fields: partyFields }, signal),
        ))
          keep(ownerOfUser(user))
      }
      for (const some of inParts(
        unknown.filter((id) => id < 0),
        MOST_GROUPS,
      )) {
        const answer = await ask<{ groups?: VkGroup[] } | VkGroup[]>(
          'groups.getById',
          { group_ids: some.map((id) => -id).join(','), fields: partyFields },
          signal,
        )
        for (const group of groupsOf(answer)) keep(ownerOfGroup(group))
      }
      return new Map(
        wanted.flatMap((id) => {
          const owner = known.get(id)?.owner
          return owner ? [[id, owner] as const] : []
        }),
      )
    },
  }
}

const inParts = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))
