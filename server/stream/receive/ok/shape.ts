/** Answers of Odnoklassniki -> what they say. Ids are strings, whatever they were; a field that is not there is null. */
import type { FoundGroup } from '../shared/adapter.ts'
import type { RawAuthor } from '../shared/source.ts'

type Fields = Record<string, unknown>

export interface OkGroup extends FoundGroup {
  /** No one but its members reads it. */
  closed: boolean
}

export interface OkTopic {
  id: string
  /** In milliseconds. */
  at: number | null
  text: string
  /** `user:1`, `group:1`. */
  author: string | null
  /** Null where the answer does not tell. */
  discussion: { id: string; type: string; comments: number } | null
}

export interface OkComment {
  id: string
  at: number | null
  text: string
  author: string | null
  authorName: string | null
  removed: boolean
}

/** People and groups that an answer names, by `user:1`. */
export type OkParties = Map<string, RawAuthor>

export interface OkFeeds {
  /** In the order of the answer. A feed that is about no topic has none. */
  feeds: { topic: string | null; at: number | null }[]
  topics: Map<string, OkTopic>
  parties: OkParties
  anchor: string | null
}

export interface OkComments {
  comments: OkComment[]
  parties: OkParties
  anchor: string | null
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function idOf(value: unknown): string | null {
  return typeof value === 'string' ? textOf(value) : Number.isSafeInteger(value) ? String(value) : null
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Newer answers hold `groups`, older ones are the list itself. */
export function readGroup(answer: unknown): OkGroup | null {
  const [group] = listOf(Array.isArray(answer) ? answer : fieldsOf(answer).groups)
  const uid = group && idOf(group.uid)
  if (!group || !uid) return null
  const access = textOf(group.access_type)
  return {
    externalId: uid,
    kind: 'community',
    name: textOf(group.name) ?? uid,
    avatar: textOf(group.pic_avatar) ?? textOf(group.picAvatar),
    followers: countOf(group.members_count),
    link: `https://ok.ru/group/${uid}`,
    closed: group.private === true || (access !== null && /CLOSED|SECRET|PRIVATE/i.test(access)),
  }
}

export function readLinkInfo(answer: unknown): { id: string; type: string } | null {
  const { objectId, type } = fieldsOf(answer)
  const id = idOf(objectId)
  return id && typeof type === 'string' ? { id, type } : null
}

export function readFeeds(answer: unknown): OkFeeds {
  const { feeds, entities } = fieldsOf(answer)
  return {
    feeds: listOf(feeds).map((feed) => ({
      topic: (feed.pattern ?? 'POST') === 'POST' ? topicOf(feed) : null,
      at: countOf(feed.date_ms) ?? timeOf(feed.date),
    })),
    topics: readTopics(entities),
    parties: readParties(entities),
    anchor: nextAnchor(answer, listOf(feeds).length),
  }
}

/** A feed speaks of its topic in braces, or refers to it. */
function topicOf({ message, target_refs: targets }: Fields): string | null {
  const written = /\{media_topic:(\d+)/.exec(typeof message === 'string' ? message : '')?.[1]
  if (written) return written
  const referred = Array.isArray(targets)
    ? targets.map(String).find((target) => /^(media_topic|group_topic):\d+$/.test(target))
    : undefined
  return referred?.split(':')[1] ?? null
}

export function readTopics(answer: unknown): Map<string, OkTopic> {
  return new Map(
    listOf(fieldsOf(answer).media_topics).flatMap((topic) => {
      const id = idOf(topic.id)
      return id ? [[id, readTopic(id, topic)]] : []
    }),
  )
}

function readTopic(id: string, topic: Fields): OkTopic {
  const parts = listOf(topic.media).map(({ type, text, question }) =>
    textOf(type === 'poll' ? question : type === 'text' ? text : null),
  )
  const summary = fieldsOf(topic.discussion_summary)
  const comments = countOf(summary.comments_count)
  return {
    id,
    at: countOf(topic.created_ms),
    text: parts.filter((part) => part !== null).join('\n') || (textOf(topic.media_text) ?? ''),
    author: textOf(topic.author_ref),
    discussion:
      comments === null
        ? null
        : { id: idOf(summary.discussion_id) ?? id, type: textOf(summary.discussion_type) ?? 'GROUP_TOPIC', comments },
  }
}

export function readComments(answer: unknown): OkComments {
  const { comments, entities } = fieldsOf(answer)
  return {
    comments: listOf(comments).flatMap((comment) => {
      const id = idOf(comment.id)
      if (!id) return []
      const author = idOf(comment.author_id)
      return [
        {
          id,
          at: countOf(comment.date_ms) ?? timeOf(comment.date),
          text: textOf(comment.text) ?? '',
          author:
            textOf(comment.author_ref) ?? (author && `${comment.author_type === 'GROUP' ? 'group' : 'user'}:${author}`),
          authorName: textOf(comment.author_name),
          removed: typeof comment.type === 'string' && /REMOVED|DELETED/.test(comment.type),
        },
      ]
    }),
    parties: readParties(entities),
    anchor: nextAnchor(answer, listOf(comments).length),
  }
}

export function readUsers(answer: unknown): OkParties {
  return readParties({ users: Array.isArray(answer) ? answer : fieldsOf(answer).users })
}

function readParties(entities: unknown): OkParties {
  const { users, groups } = fieldsOf(entities)
  const parties: OkParties = new Map()
  for (const user of listOf(users)) {
    const uid = idOf(user.uid)
    const name = textOf(user.name)
    if (!uid || !name) continue
    const url = textOf(user.url_profile) ?? `https://ok.ru/profile/${uid}`
    parties.set(`user:${uid}`, {
      externalId: uid,
      name,
      avatar: textOf(user.pic128x128),
      url,
      city: textOf(fieldsOf(user.location).city),
    })
  }
  for (const group of listOf(groups)) {
    const found = readGroup([group])
    if (found)
      parties.set(`group:${found.externalId}`, {
        externalId: found.externalId,
        name: found.name,
        avatar: found.avatar,
        url: found.link,
      })
  }
  return parties
}

/** There is more while the page holds something and `has_more` says so, or says nothing and there is an anchor. */
function nextAnchor(answer: unknown, items: number): string | null {
  const { anchor, has_more: more } = fieldsOf(answer)
  return items > 0 && (more === true || more === undefined || more === null) ? textOf(anchor) : null
}

/** `2026-05-14 16:08:31` in the time of Moscow, where the site keeps its clocks. */
function timeOf(value: unknown): number | null {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(typeof value === 'string' ? value : '') ?? []
  const time = Date.parse(`${day}T${clock}+03:00`)
  return Number.isNaN(time) ? null : time
}
