/** Answers of YouTube -> groups and messages. */
import type { FoundGroup } from '../shared/adapter.ts'
import { asTime } from '../shared/json.ts'
import { rawGroupOf } from '../shared/raw-group.ts'
import type { RawMessage } from '../shared/source.ts'
import type { YoutubeChannel, YoutubeComment, VideoSnippet } from './api.ts'

const site = 'https://www.youtube.com/'

export function groupOf({ id = '', snippet = {}, statistics = {} }: YoutubeChannel): FoundGroup {
  const followers =
    statistics.hiddenSubscriberCount || statistics.subscriberCount === undefined
      ? NaN
      : Number(statistics.subscriberCount)
  return {
    externalId: id,
    kind: 'channel',
    name: snippet.title ?? id,
    avatar: snippet.thumbnails?.default?.url ?? snippet.thumbnails?.medium?.url ?? null,
    followers: Number.isSafeInteger(followers) ? followers : null,
    link: new URL(snippet.customUrl ? encodeURI(decodedOnce(snippet.customUrl)) : `channel/${id}`, site).href,
  }
}

/** @returns null for what stands in a list and is no video any more: private and deleted ones have no time */
export function videoMessage(
  videoId: string | undefined,
  published: string | undefined,
  { title = '', description = '' }: VideoSnippet,
  channel: FoundGroup,
): RawMessage | null {
  const publishedAt = asTime(published)
  if (!videoId || !publishedAt) return null
  return {
    network: 'youtube',
    externalId: videoId,
    kind: 'post',
    publishedAt,
    text: [title, description].filter((part) => part.trim() !== '').join('\n\n'),
    url: `${site}watch?v=${videoId}`,
    author: { externalId: channel.externalId, name: channel.name, avatar: channel.avatar, url: channel.link },
    group: rawGroupOf(channel),
  }
}

/** @param video where it stands; null under a post of the channel's own page, which has no address in the answer */
export function commentMessage(
  { id, snippet = {} }: YoutubeComment,
  video: string | null,
  channel: FoundGroup,
): RawMessage | null {
  const publishedAt = asTime(snippet.publishedAt)
  if (!id || !publishedAt) return null
  const editedAt = asTime(snippet.updatedAt)
  const author = snippet.authorChannelId?.value
  return {
    network: 'youtube',
    externalId: id,
    kind: 'comment',
    publishedAt,
    // The original is given to its author only.
    text: snippet.textDisplay ?? snippet.textOriginal ?? '',
    url: video ? `${site}watch?v=${video}&lc=${id}` : channel.link,
    author: author
      ? {
          externalId: author,
          name: snippet.authorDisplayName ?? author,
          avatar: snippet.authorProfileImageUrl ?? null,
          url: snippet.authorChannelUrl ?? `${site}channel/${author}`,
        }
      : null,
    group: rawGroupOf(channel),
    ...(editedAt && editedAt > publishedAt ? { editedAt } : {}),
  }
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Titles come escaped from a search, and from a search only. */
export const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => signs[name] ?? whole)

function decodedOnce(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
