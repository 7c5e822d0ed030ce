/** What is handed on of posts, comments and deletions. `name` is the public name of the channel or chat. */
import type { FoundGroup, GroupTarget } from '../shared/adapter.ts'
import { rawGroupOf } from '../shared/raw-group.ts'
import type { RawMessage } from '../shared/source.ts'
import type { PageMessage } from './telegram-pages.ts'
import type { Discussed, Followed } from './reader-cursor.ts'

/** @param reply what a message is that answers another */
export function messageOf(
  name: string,
  message: PageMessage,
  group: FoundGroup,
  reply: 'post' | 'comment',
): RawMessage {
  return {
    network: 'telegram',
    externalId: `${name}/${message.id}`,
    kind: message.isReply ? reply : 'post',
    publishedAt: message.publishedAt,
    text: message.text,
    url: message.url,
    // A channel's posts are written in its own name.
    author:
      message.author ??
      (group.kind === 'channel' ? { externalId: name, name: group.name, avatar: group.avatar, url: group.link } : null),
    group: rawGroupOf(group),
  }
}

/** @param group as it was seen last: comments come without it */
export function commentOf(
  { externalId: name, link }: GroupTarget,
  post: Discussed,
  comment: PageMessage,
  group: FoundGroup | undefined,
): RawMessage {
  const { author } = comment
  return {
    network: 'telegram',
    externalId: `${name}/${post.id}/c${comment.id}`,
    kind: 'comment',
    publishedAt: comment.publishedAt,
    text: comment.text,
    url: comment.url,
    author: author && {
      ...author,
      externalId: author.externalId.startsWith('~') ? `${name}${author.externalId}` : author.externalId,
    },
    group: group ? rawGroupOf(group) : { externalId: name, name, url: link },
  }
}

export function deletionOf(name: string, { id, at }: Followed, group: FoundGroup | undefined, now: Date): RawMessage {
  return {
    network: 'telegram',
    externalId: `${name}/${id}`,
    kind: 'post',
    publishedAt: new Date(at * 1000),
    text: '',
    deleted: true,
    group: group ? rawGroupOf(group) : null,
    editedAt: now,
  }
}
