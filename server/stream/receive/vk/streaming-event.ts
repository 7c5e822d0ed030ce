/** Frames of the Streaming API -> messages. An event names people by number only: `owners` knows who they are. */
import type { RawMessage } from '../shared/source.ts'
import {
  commentId,
  commentUrl,
  isId,
  postId,
  postUrl,
  rawAuthorOf,
  rawGroupOfOwner,
  timeOf,
  unknownOwner,
  type Owners,
} from './shape.ts'
import { readVkText } from './text.ts'

export interface StreamingEvent {
  event_type: string
  event_id?: null | {
    post_owner_id?: number
    post_id?: number
    comment_id?: number
    topic_owner_id?: number
    topic_id?: number
    topic_post_id?: number
  }
  event_url?: string
  text?: string
  action?: string
  action_time?: number
  creation_time?: number
  shared_post_text?: string
  signer_id?: number
  author?: { id?: number }
}

export interface StreamingFrame {
  /** 100 an event, 300 a word of the service. */
  code: number
  event?: StreamingEvent | null
  service_message?: { service_code?: number; message?: string }
}

export function readFrame(text: string): StreamingFrame | null {
  try {
    const frame = JSON.parse(text) as StreamingFrame | null
    return typeof frame?.code === 'number' ? frame : null
  } catch {
    return null
  }
}

interface Place {
  ownerId: number
  externalId: string
  kind: 'post' | 'comment'
  url: string
}

/** The numbers of everybody whose name it takes to show it. */
export function ownersIn(event: StreamingEvent): number[] {
  if (event.action === 'delete') return []
  return [placeOf(event)?.ownerId, authorOf(event)].filter(isId)
}

/** @returns null for what is no message of a wall or a board */
export function readStreamingEvent(event: StreamingEvent, owners: Owners): RawMessage | null {
  const place = placeOf(event)
  if (!place) return null
  const author = authorOf(event)
  const text = [event.text, event.shared_post_text]
    .map((part) => readVkText(part).trim())
    .filter((part) => part !== '')
    .join('\n\n')
  const deleted = event.action === 'delete'
  const owner = owners.get(place.ownerId) ?? (deleted ? null : unknownOwner(place.ownerId))
  const writer = isId(author) ? (owners.get(author) ?? (deleted ? null : unknownOwner(author))) : null
  return {
    network: 'vk',
    externalId: place.externalId,
    kind: place.kind,
    publishedAt: timeOf(event.creation_time ?? event.action_time),
    text,
    url: place.url,
    author: writer && rawAuthorOf(writer),
    group: owner && rawGroupOfOwner(owner),
    editedAt: event.action === 'update' ? timeOf(event.action_time) : null,
    deleted,
  }
}

const authorOf = ({ signer_id: signer, author }: StreamingEvent): number | undefined =>
  isId(signer) ? signer : author?.id

function placeOf({ event_type: type, event_id: given, event_url: url }: StreamingEvent): Place | null {
  const id = given ?? {}
  const { topic_owner_id: board, topic_id: topic, topic_post_id: topicPost } = id
  if (type === 'topic_post') {
    if (!isId(board) || !isId(topic) || !isId(topicPost)) return null
    return {
      ownerId: board,
      kind: 'comment',
      externalId: `topic${board}_${topic}_${topicPost}`,
      url: `https://vk.com/topic${board}_${topic}?post=${topicPost}`,
    }
  }
  // The address is what all kinds of events have alike; of a share, the ids may mean what was shared.
  const written = /wall(-?\d+)_(\d+)(?:\?(?:.*&)?reply=(\d+))?/.exec(url ?? '')
  const owner = written ? Number(written[1]) : id.post_owner_id
  const post = written ? Number(written[2]) : id.post_id
  if (!isId(owner) || !isId(post)) return null
  if (type !== 'comment')
    return { ownerId: owner, kind: 'post', externalId: postId(owner, post), url: postUrl(owner, post) }
  const comment = id.comment_id ?? Number(written?.[3])
  const ofPost = id.post_id ?? post
  if (!isId(comment)) return null
  return {
    ownerId: owner,
    kind: 'comment',
    externalId: commentId(owner, ofPost, comment),
    url: commentUrl(owner, ofPost, comment, undefined),
  }
}
