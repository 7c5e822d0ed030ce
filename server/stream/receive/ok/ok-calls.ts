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
  return new Calls(api)
}

class Calls implements OkCalls {
  readonly #api: OkApi
  readonly #people: OkParties = new Map()

  constructor(api: OkApi) {
    this.#api = api
  }

  async group(id: string, signal: AbortSignal): Promise<OkGroup> {
    const group = readGroup(await this.#api.call('group.getInfo', { uids: id, fields: groupFields.join(',') }, signal))
    if (!group) throw new NetworkError('not-found', `ok group ${id}: none`)
    return group
  }

  async link(name: string, signal: AbortSignal): Promise<{ id: string; type: string }> {
    const info = readLinkInfo(await this.#api.call('url.getInfo', { url: `https://ok.ru/${name}` }, signal))
    if (!info) throw new NetworkError('not-found', `ok.ru/${name} leads nowhere`)
    return info
  }

  async feeds(group: string, anchor: string | null, signal: AbortSignal): Promise<OkFeeds> {
    const parameters = {
      gid: group,
      count: String(FEEDS),
      patterns: 'POST',
      fields: ['feed.*', ...topicFields, ...userFields.map((field) => `user.${field}`)].join(','),
      ...(anchor === null ? {} : { anchor, direction: 'FORWARD' }),
    }
    return readFeeds(await this.#api.call('stream.get', parameters, signal))
  }

  async topics(ids: string[], signal: AbortSignal): Promise<Map<string, OkTopic>> {
    const topics = new Map<string, OkTopic>()
    for (let from = 0; from < ids.length; from += TOPICS) {
      const asked = ids.slice(from, from + TOPICS).join(',')
      try {
        const answer = await this.#api.call(
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
  }

  async comments(discussion: string, type: string, anchor: string | null, signal: AbortSignal): Promise<OkComments> {
    const parameters = {
      discussionId: discussion,
      discussionType: type,
      anchor: anchor ?? 'LAST',
      direction: 'BACKWARD',
      count: String(COMMENTS),
      fields: [...commentFields, ...userFields.map((field) => `user.${field}`)].join(','),
    }
    return readComments(await this.#api.call('discussions.getComments', parameters, signal))
  }

  async authors(refs: (string | null)[], known: OkParties, signal: AbortSignal): Promise<OkParties> {
    this.#keep(known)
    const unknown = [...new Set(refs)]
      .filter((ref) => ref?.startsWith('user:') && !this.#people.has(ref))
      .map((ref) => ref?.slice(5) ?? '')
    for (let from = 0; from < unknown.length; from += USERS) {
      const uids = unknown.slice(from, from + USERS).join(',')
      this.#keep(readUsers(await this.#api.call('users.getInfo', { uids, fields: userFields.join(',') }, signal)))
    }
    return new Map(
      refs.flatMap((ref): [string, RawAuthor][] => {
        const party = ref === null ? undefined : (this.#people.get(ref) ?? known.get(ref))
        return ref !== null && party ? [[ref, party]] : []
      }),
    )
  }

  #keep(parties: OkParties): void {
    for (const [ref, party] of parties) {
      if (!ref.startsWith('user:')) continue
      this.#people.delete(ref)
      this.#people.set(ref, party)
    }
    for (const ref of this.#people.keys()) {
      if (this.#people.size <= KNOWN_PEOPLE) break
      this.#people.delete(ref)
    }
  }
}
