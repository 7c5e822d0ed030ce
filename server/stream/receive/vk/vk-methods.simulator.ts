/** The methods of the simulated API: each reads the world and answers in the shapes of the official schema. */
import {
  answersOf,
  commentJson,
  commentsOf,
  foundCommentJson,
  groupJson,
  postJson,
  userJson,
  type Json,
  type SimulatedOwner,
  type SimulatedPost,
  type VkWorld,
} from './vk-world.simulator.ts'

export type VkParameters = Record<string, string>

/** Thrown by a method, answered as an error. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`refused with ${code}`)
    this.code = code
  }
}

/** `now`: seconds of VK's own clock. */
type Method = (world: VkWorld, parameters: VkParameters, now: number) => unknown

export const vkMethods: Record<string, Method> = {
  'wall.get': listWall,
  'wall.getById': listPosts,
  'wall.getComments': listComments,
  'newsfeed.search': search,
  'groups.getById': listGroups,
  'users.get': listUsers,
  'utils.resolveScreenName': resolveName,
}

function listWall(world: VkWorld, parameters: VkParameters): Json {
  const ownerId = numberOf(parameters, 'owner_id')
  if (isClosed(world, ownerId)) throw new Refused(ownerId < 0 ? 15 : 30)
  const offset = numberOf(parameters, 'offset', 0)
  const wall = world.wall(ownerId)
  const items = wall.slice(offset, offset + Math.min(100, numberOf(parameters, 'count', 20)))
  return {
    count: wall.length,
    items: items.map(postJson),
    ...partiesOf(
      world,
      items.flatMap(({ fromId, signerId, shared }) => [fromId, signerId, shared?.ownerId ?? null]),
    ),
  }
}

function listPosts(world: VkWorld, parameters: VkParameters): Json {
  const found = (parameters.posts ?? '')
    .split(',')
    .slice(0, 100)
    .flatMap((name) => {
      const [ownerId, id] = name.split('_').map(Number)
      return findPost(world, ownerId ?? 0, id ?? 0) ?? []
    })
  return { items: found.map(postJson) }
}

function listComments(world: VkWorld, parameters: VkParameters): Json {
  const ownerId = numberOf(parameters, 'owner_id')
  if (isClosed(world, ownerId)) throw new Refused(15)
  const post = findPost(world, ownerId, numberOf(parameters, 'post_id'))
  if (!post) throw new Refused(100)
  if (post.commentsClosed) throw new Refused(212)
  const root = numberOf(parameters, 'comment_id', 0)
  const level = root === 0 ? commentsOf(post).filter((comment) => comment.root === null) : answersOf(post, root)
  const sorted = level.toSorted((a, b) => (parameters.sort === 'desc' ? b.id - a.id : a.id - b.id))
  const offset = numberOf(parameters, 'offset', 0)
  const items = sorted.slice(offset, offset + Math.min(100, numberOf(parameters, 'count', 10)))
  const inThread = Math.min(10, numberOf(parameters, 'thread_items_count', 0))
  const named = items.flatMap((comment) => [comment.fromId, ...answersOf(post, comment.id).map(({ fromId }) => fromId)])
  return {
    count: root === 0 ? commentsOf(post).length : level.length,
    items: items.map((comment) => commentJson(post, comment, inThread)),
    ...partiesOf(world, named),
    current_level_count: level.length,
    can_post: true,
    show_reply_button: true,
    groups_can_post: true,
  }
}

function search(world: VkWorld, parameters: VkParameters, now: number): Json {
  const from = numberOf(parameters, 'start_time', now - 86_400)
  const to = numberOf(parameters, 'end_time', now)
  const words = (parameters.q ?? '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) throw new Refused(100)
  const found = findPostsAndComments(world, now, words).filter(({ date }) => date >= from && date <= to)
  const offset = parameters.start_from ? Number(parameters.start_from.split('/')[0]) : 0
  if (!Number.isSafeInteger(offset)) throw new Refused(100)
  const end = Math.min(offset + Math.min(200, numberOf(parameters, 'count', 30)), 1_000)
  const items = found.slice(offset, end)
  return {
    items: items.map(({ json }) => json),
    ...partiesOf(
      world,
      items.flatMap(({ ids }) => ids),
    ),
    count: Math.min(found.length, 1_000),
    total_count: found.length,
    ...(end < Math.min(found.length, 1_000) ? { next_from: `${end}/${items.at(-1)?.id ?? 0}` } : {}),
  }
}

interface Found {
  date: number
  id: number
  json: Json
  /** Who is named in it. */
  ids: (number | null)[]
}

/** Posts and comments with all the words, newest first. */
function findPostsAndComments(world: VkWorld, now: number, words: string[]): Found[] {
  // Any form of a word, as far as its first letters tell.
  const fits = (written: string): boolean => words.every((word) => written.toLowerCase().includes(word.slice(0, 5)))
  const open = world.posts.filter((post) => !post.deleted && !world.owners.get(post.ownerId)?.closed)
  return open
    .flatMap((post) => [
      ...(fits(post.text) && post.indexedAt <= now
        ? [{ date: post.date, id: post.id, json: postJson(post), ids: [post.ownerId, post.fromId, post.signerId] }]
        : []),
      ...post.comments
        .filter((comment) => !comment.deleted && fits(comment.text))
        .map((comment) => ({
          date: comment.date,
          id: comment.id,
          json: foundCommentJson(post, comment),
          ids: [post.ownerId, comment.fromId],
        })),
    ])
    .toSorted((a, b) => b.date - a.date || b.id - a.id)
}

function listGroups(world: VkWorld, parameters: VkParameters): Json {
  const names = (parameters.group_ids ?? parameters.group_id ?? '').split(',')
  const found = names.map((name) => (/^\d+$/.test(name) ? world.owners.get(-Number(name)) : byName(world, name)))
  if (found.every((owner) => owner === undefined)) throw new Refused(100)
  return { groups: found.flatMap((owner) => (owner ? [groupJson(owner)] : [])), profiles: [] }
}

function listUsers(world: VkWorld, parameters: VkParameters): Json[] {
  return (parameters.user_ids ?? '').split(',').flatMap((id) => {
    const owner = world.owners.get(Number(id))
    return owner && owner.id > 0 ? [userJson(owner)] : []
  })
}

function resolveName(world: VkWorld, parameters: VkParameters): Json | [] {
  if (parameters.screen_name === 'some_app') return { type: 'vk_app', object_id: 7 }
  const owner = byName(world, parameters.screen_name ?? '')
  return owner ? { type: owner.id > 0 ? 'user' : 'group', object_id: Math.abs(owner.id) } : []
}

function isClosed(world: VkWorld, ownerId: number): boolean {
  const owner = world.owners.get(ownerId)
  if (!owner || owner.deactivated) throw new Refused(ownerId < 0 ? 15 : 18)
  return owner.closed
}

function numberOf(parameters: VkParameters, name: string, otherwise?: number): number {
  const value = parameters[name] === undefined ? otherwise : Number(parameters[name])
  if (value === undefined || !Number.isSafeInteger(value)) throw new Refused(100)
  return value
}

function partiesOf(world: VkWorld, ids: (number | null)[]): Json {
  const owners = [...new Set(ids)].flatMap((id) => world.owners.get(id ?? 0) ?? [])
  return {
    profiles: owners.filter(({ id }) => id > 0).map(userJson),
    groups: owners.filter(({ id }) => id < 0).map(groupJson),
  }
}

const findPost = (world: VkWorld, ownerId: number, id: number): SimulatedPost | undefined =>
  world.posts.find((post) => post.ownerId === ownerId && post.id === id && !post.deleted)

const byName = (world: VkWorld, name: string): SimulatedOwner | undefined =>
  [...world.owners.values()].find((owner) => owner.screenName === name)
