/** The key of a link -> the community or person it leads to. */
import type { FoundGroup } from '../shared/adapter.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { AskVk } from './ask-vk.ts'
import type { VkParameters } from './vk-wire.ts'
import {
  foundGroupOf,
  listOf,
  ownerOfGroup,
  ownerOfUser,
  partyFields,
  type WallOwner,
  type VkGroup,
  type VkUser,
} from './shape.ts'

/** @throws NetworkError `not-found`, `access-denied`, `bad-request` (an application and the like) or what passes */
export async function resolveVk(ask: AskVk, key: string, signal: AbortSignal): Promise<FoundGroup> {
  return foundGroupOf(await askOwner(ask, /^-?\d+$/.test(key) ? Number(key) : await askName(ask, key, signal), signal))
}

async function askName(ask: AskVk, name: string, signal: AbortSignal): Promise<number> {
  // A name no one has is answered with an empty list.
  const answer = await ask<{ type?: string; object_id?: number; group_id?: number } | unknown[]>(
    'utils.resolveScreenName',
    { screen_name: name },
    signal,
  )
  if (Array.isArray(answer) || !answer?.object_id) throw new NetworkError('not-found', `vk: nobody is called ${name}`)
  switch (answer.type) {
    case 'user':
      return answer.object_id
    case 'group':
    case 'page':
    case 'event':
      return -(answer.group_id ?? answer.object_id)
    default:
      throw new NetworkError('bad-request', `vk: ${name} is ${answer.type ?? 'nothing known'}, which has no wall`)
  }
}

/** @throws NetworkError */
export async function askOwner(ask: AskVk, id: number, signal: AbortSignal): Promise<WallOwner> {
  return id < 0 ? ownerOfGroup(await askGroup(ask, -id, signal)) : ownerOfUser(await askUser(ask, id, signal))
}

async function askGroup(ask: AskVk, id: number, signal: AbortSignal): Promise<VkGroup> {
  const answer = await askById<{ groups?: VkGroup[] } | VkGroup[]>(
    ask,
    'groups.getById',
    { group_id: id, fields: partyFields },
    signal,
  )
  const group = groupsOf(answer).find((each) => each.id === id)
  if (!group || group.deactivated)
    throw new NetworkError('not-found', `vk: club${id} is ${group?.deactivated ?? 'not there'}`)
  if ((group.is_closed ?? 0) !== 0) throw new NetworkError('access-denied', `vk: club${id} is closed`)
  return group
}

/** Before 5.139 the answer was the bare list. */
export const groupsOf = (answer: { groups?: VkGroup[] } | VkGroup[]): VkGroup[] =>
  listOf(Array.isArray(answer) ? answer : answer.groups)

async function askUser(ask: AskVk, id: number, signal: AbortSignal): Promise<VkUser> {
  const [user] = listOf(await askById<VkUser[]>(ask, 'users.get', { user_ids: id, fields: partyFields }, signal))
  if (!user || user.deactivated)
    throw new NetworkError('not-found', `vk: id${id} is ${user?.deactivated ?? 'not there'}`)
  if (user.is_closed && !user.can_access_closed) throw new NetworkError('access-denied', `vk: id${id} is closed`)
  return user
}

/** Nothing but the number can be wrong with these calls. */
async function askById<Response>(
  ask: AskVk,
  method: string,
  parameters: VkParameters,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await ask<Response>(method, parameters, signal)
  } catch (error) {
    if (!isNetworkError(error, 'bad-request')) throw error
    throw new NetworkError('not-found', error.message, { cause: error })
  }
}
