/** Topics and comments as messages. */
import type { FoundGroup } from '../shared/adapter.ts'
import { rawGroupOf } from '../shared/raw-group.ts'
import type { RawAuthor, RawMessage } from '../shared/source.ts'
import type { OkComments, OkParties, OkTopic } from './shape.ts'

const topicUrl = (gid: string, topic: string): string => `https://ok.ru/group/${gid}/topic/${topic}`

export function postOf(gid: string, topic: OkTopic, group: FoundGroup, authors: OkParties): RawMessage {
  return {
    network: 'ok',
    externalId: `${gid}/${topic.id}`,
    kind: 'post',
    publishedAt: topic.at === null ? null : new Date(topic.at),
    text: topic.text,
    url: topicUrl(gid, topic.id),
    author: authorOf(gid, topic.author, null, group, authors),
    group: rawGroupOf(group),
  }
}

export function commentOf(
  gid: string,
  topic: string,
  comment: OkComments['comments'][number],
  group: FoundGroup,
  authors: OkParties,
): RawMessage {
  return {
    network: 'ok',
    externalId: `${gid}/${topic}/c${comment.id}`,
    kind: 'comment',
    publishedAt: comment.at === null ? null : new Date(comment.at),
    text: comment.text,
    url: topicUrl(gid, topic),
    author: authorOf(gid, comment.author, comment.authorName, group, authors),
    group: rawGroupOf(group),
    ...(comment.removed ? { deleted: true } : {}),
  }
}

export function deletionOf(
  gid: string,
  { id, at }: { id: string; at: number },
  group: FoundGroup,
  now: Date,
): RawMessage {
  return {
    network: 'ok',
    externalId: `${gid}/${id}`,
    kind: 'post',
    publishedAt: new Date(at),
    text: '',
    deleted: true,
    editedAt: now,
    group: rawGroupOf(group),
  }
}

function authorOf(
  gid: string,
  ref: string | null,
  name: string | null,
  group: FoundGroup,
  authors: OkParties,
): RawAuthor | null {
  if (ref === null) return null
  if (ref === `group:${gid}`) {
    const { externalId, name: title, avatar, link } = group
    return { externalId, name: title, avatar, url: link }
  }
  const [kind, id = ''] = ref.split(':')
  return (
    authors.get(ref) ?? {
      externalId: id,
      name: name ?? id,
      url: `https://ok.ru/${kind === 'group' ? 'group' : 'profile'}/${id}`,
    }
  )
}
