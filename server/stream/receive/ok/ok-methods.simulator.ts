/** The methods of the simulated REST API: each reads the world and answers as the sheet tells. */
import { HOUR } from '../../../kit/clock.ts'
import {
  OkError,
  type OkWorld,
  type SimulatedOkGroup,
  type SimulatedOkTopic,
  type SimulatedOkUser,
} from './ok-world.simulator.ts'

type Parameters = Record<string, string>

/** `shuffled`: its list comes in another order. */
type Method = (world: OkWorld, parameters: Parameters, shuffled: boolean) => unknown

export const okMethods: Record<string, Method> = {
  'url.getInfo': resolveAddress,
  'group.getInfo': listGroups,
  'stream.get': listFeeds,
  'mediatopic.getByIds': listTopics,
  'discussions.getComments': listComments,
  'users.getInfo': (world, { uids = '' }) =>
    uids
      .split(',')
      .flatMap((id) => world.users.get(id) ?? [])
      .map(userOf),
}

function resolveAddress(world: OkWorld, { url = '' }: Parameters) {
  const [first = '', second] = new URL(url).pathname.split('/').filter((part) => part !== '')
  if (world.profiles.has(first)) return { objectId: '561104947330', type: 'PROFILE' }
  const group =
    world.groups.get(second ?? '') ??
    [...world.groups.values()].find(({ shortname }) => shortname?.toLowerCase() === first.toLowerCase())
  if (!group) throw new OkError(300, 'NOT_FOUND : not found')
  return { objectId: group.id, type: 'GROUP' }
}

function listGroups(world: OkWorld, { uids = '' }: Parameters) {
  const found = uids.split(',').flatMap((id) => world.groups.get(id) ?? [])
  const list = found.map(({ id, shortname, name, members, closed }) => ({
    uid: id,
    name,
    ...(shortname ? { shortname } : {}),
    [world.oldShape ? 'picAvatar' : 'pic_avatar']: `https://i.mycdn.me/${id}.jpg`,
    members_count: members,
    ...(world.oldShape ? { private: closed, premium: false } : { access_type: closed ? 'CLOSED' : 'OPEN' }),
  }))
  return world.oldShape ? list : { groups: list }
}

function listFeeds(world: OkWorld, { gid, count = '20', anchor }: Parameters, shuffled: boolean) {
  const group = open(world.groupOf(gid))
  const ordered = group.topics.toSorted(
    (a, b) => b.at.getTime() - a.at.getTime() || (BigInt(b.id) > BigInt(a.id) ? 1 : -1),
  )
  const all = ordered.filter(({ id }) => id !== group.pinned)
  const [time = 0, last = 0n] = anchor === undefined ? [] : placeOf(readAnchor(anchor))
  const from =
    anchor === undefined
      ? 0
      : all.findIndex(({ id, at }) => at.getTime() < time || (at.getTime() === time && BigInt(id) < last))
  const shown = from < 0 ? [] : all.slice(from, from + Number(count))
  const more = from >= 0 && from + shown.length < all.length
  const edge = shown.at(-1)
  if (anchor === undefined) shown.unshift(...ordered.filter(({ id }) => id === group.pinned))
  if (shown.length === 0 && world.terse) return { anchor: 'end' }
  const feeds = shown.map(({ id, at }) => ({
    pattern: 'POST',
    date_ms: at.getTime(),
    message: `{group:${group.id}} added {media_topic:${id}}`,
    target_refs: [`media_topic:${id}`],
  }))
  return {
    feeds: shuffled ? feeds.toReversed() : feeds,
    ...(world.lean
      ? {}
      : {
          entities: {
            media_topics: shown.map((topic) => topicOf(group, topic)),
            users: shown.flatMap(({ author }) => (author ? [userOf(author)] : [])),
          },
        }),
    anchor: writeAnchor(edge ? `${edge.at.getTime()} ${edge.id}` : '0 0'),
    ...(world.terse ? {} : { has_more: more }),
  }
}

function listTopics(world: OkWorld, { topic_ids: ids = '', media_limit: limit }: Parameters) {
  const asked = ids.split(',')
  if (asked.length > 1 && limit === undefined) throw new OkError(100, 'PARAM : media_limit is required')
  const found = asked.flatMap((id) =>
    [...world.groups.values()].flatMap((group) =>
      group.topics.filter((topic) => topic.id === id).map((topic) => topicOf(group, topic)),
    ),
  )
  if (found.length === 0) throw new OkError(300, 'NOT_FOUND : not found')
  return { media_topics: found }
}

function listComments(
  world: OkWorld,
  { discussionId, discussionType, anchor = 'FIRST', direction, count = '20' }: Parameters,
  shuffled: boolean,
) {
  const { group, topic } = world.locate(discussionId)
  open(group)
  if (discussionType !== 'GROUP_TOPIC' || direction !== 'BACKWARD')
    throw new OkError(100, 'PARAM : only GROUP_TOPIC, backward')
  const before =
    anchor === 'LAST' ? topic.comments.length : topic.comments.findIndex(({ id }) => id === readAnchor(anchor))
  const shown = topic.comments.slice(Math.max(0, before - Number(count)), Math.max(0, before))
  const comments = shown.map(({ id, at, text: words, author, removed }) => ({
    id,
    type: removed ? 'REMOVED_MESSAGE' : 'ACTIVE_MESSAGE',
    text: words,
    date: moscow(at),
    date_ms: at.getTime(),
    ...(author ? { author_id: author.id, author_name: author.name } : {}),
  }))
  const more = before > shown.length
  if (shown.length === 0 && world.terse) return {}
  return {
    comments: shuffled ? comments.toReversed() : comments,
    anchor: writeAnchor(shown[0]?.id ?? '0'),
    ...(world.terse ? {} : { has_more: more }),
  }
}

function open(group: SimulatedOkGroup): SimulatedOkGroup {
  if (group.closed) throw new OkError(456, 'GROUP_RESTRICTION : group forbids')
  return group
}

const writeAnchor = (id: string): string => Buffer.from(`after ${id}`).toString('base64url')
const moscow = (at: Date): string => new Date(at.getTime() + 3 * HOUR).toISOString().slice(0, 19).replace('T', ' ')

function readAnchor(anchor: string): string {
  const id = /^after (.+)$/.exec(Buffer.from(anchor, 'base64url').toString())?.[1]
  if (id === undefined) throw new OkError(100, 'PARAM : Invalid anchor')
  return id
}

function placeOf(anchor: string): [number, bigint] {
  const [time = '0', id = '0'] = anchor.split(' ')
  return [Number(time), BigInt(id)]
}

function topicOf(group: SimulatedOkGroup, { id, at, text: written, author, comments }: SimulatedOkTopic) {
  return {
    id,
    created_ms: at.getTime(),
    author_ref: author ? `user:${author.id}` : `group:${group.id}`,
    owner_ref: `group:${group.id}`,
    media: [
      { type: 'photo', photo_refs: ['group_photo:1'] },
      ...(written === '' ? [] : [{ type: 'text', text: written }]),
    ],
    discussion_summary: { discussion_id: id, discussion_type: 'GROUP_TOPIC', comments_count: comments.length },
    like_summary: { count: 3 },
  }
}

const userOf = ({ id, name, city }: SimulatedOkUser) => ({
  uid: id,
  name,
  pic128x128: `https://i.mycdn.me/user-${id}.jpg`,
  url_profile: `https://ok.ru/profile/${id}`,
  ...(city ? { location: { city, country: 'RUSSIA' } } : {}),
})
