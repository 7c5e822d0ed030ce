/** Answers of VK -> messages, authors and groups. Whatever VK leaves out now and then is optional here. */
import type { FoundGroup } from '../shared/adapter.ts'
import type { RawAuthor, RawGroup, RawMessage } from '../shared/source.ts'
import { readVkText } from './text.ts'

export interface VkUser {
  id: number
  first_name?: string
  last_name?: string
  photo_100?: string
  photo_200?: string
  screen_name?: string
  domain?: string
  followers_count?: number
  city?: { title?: string }
  is_closed?: boolean
  can_access_closed?: boolean
  deactivated?: string
}

export interface VkGroup {
  id: number
  name?: string
  screen_name?: string
  photo_100?: string
  photo_200?: string
  members_count?: number
  city?: { title?: string }
  /** 0 open, 1 closed, 2 private. */
  is_closed?: number
  deactivated?: string
}

export interface VkPost {
  id: number
  owner_id?: number
  from_id?: number
  signer_id?: number
  date?: number
  edited?: number
  text?: string
  post_type?: string
  is_pinned?: number | boolean
  is_deleted?: boolean
  comments?: { count?: number }
  copy_history?: VkPost[]
  /** Of a comment that a search found. */
  post_id?: number
  parents_stack?: number[]
}

export interface VkComment {
  id: number
  owner_id?: number
  post_id?: number
  from_id?: number
  date?: number
  text?: string
  parents_stack?: number[]
  /** What is left of one that had answers. */
  deleted?: boolean
  thread?: { count?: number; items?: VkComment[] }
}

/** Who is named in an answer. */
export interface VkParties {
  profiles?: VkUser[]
  groups?: VkGroup[]
}

export interface VkList<Item> extends VkParties {
  count?: number
  items?: Item[]
}

/** Asked everywhere alike, so that a group reads the same whichever way its message came. */
export const partyFields = 'photo_100,screen_name,city,members_count,followers_count'

/** Someone with a wall: a person or a community. */
export interface WallOwner {
  /** Less than nought: a community. */
  id: number
  name: string
  avatar: string | null
  city: string | null
  followers: number | null
  /** Under which name people open it. */
  screenName: string
}

export type Owners = Map<number, WallOwner>

export function ownersOf({ profiles, groups }: VkParties): Owners {
  const owners: Owners = new Map()
  for (const user of listOf(profiles)) owners.set(user.id, ownerOfUser(user))
  for (const group of listOf(groups)) owners.set(-group.id, ownerOfGroup(group))
  return owners
}

export function ownerOfUser(user: VkUser): WallOwner {
  return {
    id: user.id,
    name: [user.first_name, user.last_name].filter(Boolean).map(readVkText).join(' ') || `id${user.id}`,
    avatar: user.photo_100 ?? null,
    city: user.city?.title ?? null,
    followers: user.followers_count ?? null,
    screenName: user.screen_name ?? user.domain ?? `id${user.id}`,
  }
}

export function ownerOfGroup(group: VkGroup): WallOwner {
  const screenName = group.screen_name ?? `club${group.id}`
  return {
    id: -group.id,
    name: readVkText(group.name) || screenName,
    avatar: group.photo_100 ?? null,
    city: group.city?.title ?? null,
    followers: group.members_count ?? null,
    screenName,
  }
}

/** One of whom nothing but the id is known. */
export const unknownOwner = (id: number): WallOwner => {
  const screenName = id < 0 ? `club${-id}` : `id${id}`
  return { id, name: screenName, avatar: null, city: null, followers: null, screenName }
}

const linkOf = ({ screenName }: WallOwner): string => `https://vk.com/${screenName}`

export const foundGroupOf = (owner: WallOwner): FoundGroup => ({
  externalId: String(owner.id),
  kind: owner.id < 0 ? 'community' : 'person',
  name: owner.name,
  avatar: owner.avatar,
  followers: owner.followers,
  link: linkOf(owner),
})

/** Whose wall it was written on: people's walls are watched like those of communities. */
export const rawGroupOfOwner = (owner: WallOwner): RawGroup => ({
  ...foundGroupOf(owner),
  url: linkOf(owner),
  city: owner.city,
})

export const rawAuthorOf = ({ id, name, avatar, city }: WallOwner): RawAuthor => ({
  externalId: String(id),
  name,
  avatar,
  // Screen names change hands, numbers do not.
  url: `https://vk.com/${id < 0 ? `club${-id}` : `id${id}`}`,
  city,
})

export const timeOf = (seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(seconds * 1000)

export const isId = (id: unknown): id is number => Number.isSafeInteger(id) && id !== 0

/** Those of a list that can be named; VK leaves lists out, and now and then something else stands in their place. */
export const listOf = <Item extends { id: number }>(items: Item[] | null | undefined): Item[] =>
  Array.isArray(items) ? items.filter((item) => isId(item?.id)) : []

export const postUrl = (ownerId: number, id: number): string => `https://vk.com/wall${ownerId}_${id}`

export const postId = (ownerId: number, id: number): string => `${ownerId}_${id}`

export const commentId = (ownerId: number, ofPost: number, id: number): string => `${ownerId}_${ofPost}_r${id}`

export function commentUrl(ownerId: number, ofPost: number, id: number, root: number | undefined): string {
  return `${postUrl(ownerId, ofPost)}?reply=${id}${root === undefined ? '' : `&thread=${root}`}`
}

/** @returns null for what is not on the wall (yet) or names no one */
export function readPost(post: VkPost, owners: Owners, place?: WallOwner): RawMessage | null {
  const ownerId = post.owner_id ?? place?.id
  if (!isId(post.id) || !isId(ownerId) || post.post_type === 'postpone' || post.post_type === 'suggest') return null
  const { post_id: ofPost } = post
  if (post.post_type === 'reply' && isId(ofPost)) {
    return readComment(
      { ...post, deleted: post.is_deleted ?? false },
      { owner: owners.get(ownerId) ?? place ?? unknownOwner(ownerId), post: ofPost },
      owners,
    )
  }
  const author = post.signer_id ?? post.from_id
  return {
    network: 'vk',
    externalId: postId(ownerId, post.id),
    kind: post.post_type === 'reply' ? 'comment' : 'post',
    publishedAt: timeOf(post.date),
    text: textOf(post),
    url: postUrl(ownerId, post.id),
    author: isId(author) ? rawAuthorOf(owners.get(author) ?? unknownOwner(author)) : null,
    group: rawGroupOfOwner(owners.get(ownerId) ?? place ?? unknownOwner(ownerId)),
    editedAt: timeOf(post.edited),
    deleted: post.is_deleted ?? false,
  }
}

/** What was said, and below it what was shared with it. */
function textOf({ text, copy_history: shared }: VkPost): string {
  return [text, ...listOf(shared).map((copy) => copy.text)]
    .map((part) => readVkText(part).trim())
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Where a comment stands; the answers about comments leave it out here and there. */
export interface CommentPlace {
  owner: WallOwner
  post: number
}

export function readComment(comment: VkComment, { owner, post }: CommentPlace, owners: Owners): RawMessage | null {
  if (!isId(comment.id)) return null
  const author = comment.from_id
  return {
    network: 'vk',
    externalId: commentId(owner.id, post, comment.id),
    kind: 'comment',
    publishedAt: timeOf(comment.date),
    text: readVkText(comment.text),
    url: commentUrl(owner.id, post, comment.id, comment.parents_stack?.[0]),
    author: isId(author) ? rawAuthorOf(owners.get(author) ?? unknownOwner(author)) : null,
    group: rawGroupOfOwner(owner),
    deleted: comment.deleted ?? false,
  }
}
