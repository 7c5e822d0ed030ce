/** The methods in use, each asked for the fields that are read and no others: fields cost calls. */
import type { RawAuthor } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { OkApi } from './ok-api.ts'
import {
  readComments,
  readFeeds,
  readGroup,
  readLinkInfo,
  readTopics,
  readUsers,
  type OkComments,
  type OkFeeds,
  type OkGroup,
  type OkParties,
  type OkTopic,
} from './shape.ts'

export interface OkCalls {
  /** @throws NetworkError `not-found` */
  group(id: string, signal: AbortSignal): Promise<OkGroup>
  /** What a short name leads to. @throws NetworkError `not-found` */
  link(name: string, signal: AbortSignal): Promise<{ id: string; type: string }>
  feeds(group: string, anchor: string | null, signal: AbortSignal): Promise<OkFeeds>
  /** Those that are there. */
  topics(ids: string[], signal: AbortSignal): Promise<Map<string, OkTopic>>
  /** The newest comments, or those before an anchor. */
  comments(discussion: string, type: string, anchor: string | null, signal: AbortSignal): Promise<OkComments>
  /** Who these are, with what is known of them already. */
  authors(refs: (string | null)[], known: OkParties, signal: AbortSignal): Promise<OkParties>
}

const topicFields = ['id', 'author_ref', 'owner_ref', 'created_ms', 'media', 'discussion_summary'].map(
  (field) => `media_topic.${field}`,
)
const userFields = ['uid', 'name', 'pic128x128', 'location', 'url_profile']
const groupFields = ['uid', 'name', 'shortname', 'pic_avatar', 'members_count', 'access_type', 'private'].map(
  (field) => `group.${field}`,
)
const commentFields = ['id', 'author_id', 'author_type', 'author_name', 'text', 'date', 'type'].map(
  (field) => `comment.${field}`,
)

const FEEDS = 50
/** Topics, and people, that one call names. */
const TOPICS = 25
const USERS = 100
const COMMENTS = 100
/** People whose names and pictures are kept in mind. */
const KNOWN_PEOPLE = 5_000

export function openOkCalls(api: OkApi): OkCalls {
  const people: OkParties = new Map()

  function keep(parties: OkParties): void {
    for (const [ref, party] of parties) {
      if (!ref.startsWith('user:')) continue
      people.delete(ref)
      people.set(ref, party)
    }
    for (const ref of people.keys()) {
      if (people.size <= KNOWN_PEOPLE) break
      people.delete(ref)
    }
  }

  return {
    async group(id, signal) {
      const group = readGroup(await api.call('group.getInfo', { uids: id, fields: groupFields.join(',') }, signal))
      if (!group) throw new NetworkError('not-found', `ok group ${id}: none`)
      return group
    },
    async link(name, signal) {
      const info = readLinkInfo(await api.call('url.getInfo', { url: `https://ok.ru/${name}` }, signal))
      if (!info) throw new NetworkError('not-found', `ok.ru/${name} leads nowhere`)
      return info
    },
    async feeds(group, anchor, signal) {
      const fields = ['feed.*', ...topicFields, ...userFields.map((field) => `user.${field}`)].join(',')
      return readFeeds(
        await api.call(
          'stream.get',
          {
            gid: group,
            count: String(FEEDS),
            patterns: 'POST',
            fields,
            ...(anchor === null ? {} : { anchor, direction: 'FORWARD' }),
          },
          signal,
        ),
      )
    },
    async topics(ids, signal) {
      const topics = new Map<string, OkTopic>()
      for (let from = 0; from < ids.length; from += TOPICS) {
        const asked = ids.slice(from, from + TOPICS).join(',')
        try {
          const answer = await api.call(
            'mediatopic.getByIds',
            { topic_ids: asked, media_limit: '3', fields: topicFields.join(',') },
            signal,
          )
          for (const [id, topic] of readTopics(answer)) topics.set(id, topic)
        } catch (error) {
          if (!isNetworkError(error, 'not-found')) throw error
        }
      }
      return topics
    },
    async comments(discussion, type, anchor, signal) {
      const fields = [...commentFields, ...userFields.map((field) => `user.${field}`)].join(',')
      return readComments(
        await api.call(
          'discussions.getComments',
          {
            discussionId: discussion,
            discussionType: type,
            anchor: anchor ?? 'LAST',
            direction: 'BACKWARD',
            count: String(COMMENTS),
            fields,
          },
          signal,
        ),
      )
    },
    async authors(refs, known, signal) {
      keep(known)
      const unknown = [...new Set(refs)]
        .filter((ref) => ref?.startsWith('user:') && !people.has(ref))
        .map((ref) => ref?.slice(5) ?? '')
      for (let from = 0; from < unknown.length; from += USERS) {
        keep(
          readUsers(
            await api.call(
              'users.getInfo',
              { uids: unknown.slice(from, from + USERS).join(','), fields: userFields.join(',') },
              signal,
            ),
          ),
        )
      }
      return new Map(
        refs.flatMap((ref): [string, RawAuthor][] => {
          const party = ref === null ? undefined : (people.get(ref) ?? known.get(ref))
          return ref !== null && party ? [[ref, party]] : []
        }),
      )
    },
  }
}
