/** The six lists of the simulated Data API, page by page. */
import type { YoutubeChannel, YoutubeComment, CommentThread, List, PlaylistItem, SearchResult, Video } from './api.ts'
import type { SimulatedChannel, SimulatedComment, SimulatedVideo, YoutubeWorld } from './youtube-world.simulator.ts'

export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

export const refusal = (code: number, reason: string, domain = 'youtube'): Answer => ({
  status: code,
  body: {
    error: {
      code,
      message: `Said in words: ${reason}`,
      errors: [{ message: reason, domain, reason }],
      status: code === 400 ? 'INVALID_ARGUMENT' : 'FAILED',
    },
  },
})

/** Null: the page token is none. */
export const youtubeLists: Record<
  string,
  (world: YoutubeWorld, asked: URLSearchParams) => List<unknown> | Answer | null
> = {
  channels: listChannels,
  videos: listVideos,
  playlistItems: listUploads,
  search: (world, asked) =>
    asked.get('type') === 'channel' ? searchChannels(world, asked) : searchVideos(world, asked),
  commentThreads: listThreads,
  comments: listReplies,
}

function listChannels(world: YoutubeWorld, asked: URLSearchParams) {
  const handle = asked.get('forHandle')?.replace(/^@/, '').toLowerCase()
  const found = world.channels.filter(
    (channel) =>
      !channel.gone &&
      (asked.get('id')?.split(',').includes(channel.id) ||
        channel.handle.toLowerCase() === handle ||
        (channel.userName !== undefined && channel.userName === asked.get('forUsername'))),
  )
  const shape = (channel: SimulatedChannel): YoutubeChannel => ({
    id: channel.id,
    snippet: {
      title: channel.title,
      customUrl: `@${channel.handle.toLowerCase()}`,
      thumbnails: thumbnails(channel.id),
    },
    statistics: {
      subscriberCount: channel.hidden ? '0' : String(channel.subscribers),
      hiddenSubscriberCount: channel.hidden ?? false,
    },
  })
  // What is not there is left out, even the list.
  return found.length === 0 ? ({ kind: 'list' } as List<unknown>) : page(world, found, asked, shape)
}

function listVideos(world: YoutubeWorld, asked: URLSearchParams) {
  return page(
    world,
    world.videos.filter(({ id, isPrivate }) => !isPrivate && asked.get('id')?.split(',').includes(id)),
    asked,
    (video): Video => ({ id: video.id, snippet: snippetOf(world, video) }),
  )
}

function listUploads(world: YoutubeWorld, asked: URLSearchParams) {
  const channel = world.channels.find(({ id, gone }) => !gone && `UU${id.slice(2)}` === asked.get('playlistId'))
  const uploads = newest(world.videos.filter(({ channelId }) => channelId === channel?.id))
  if (!channel || uploads.length === 0) return refusal(404, 'playlistNotFound', 'youtube.playlistItem')
  return page(world, uploads, asked, (video): PlaylistItem =>
    video.isPrivate
      ? {
          snippet: { ...snippetOf(world, video), title: 'Private video', description: 'This video is private.' },
          contentDetails: { videoId: video.id },
        }
      : {
          snippet: { ...snippetOf(world, video), resourceId: { videoId: video.id } },
          contentDetails: { videoId: video.id, videoPublishedAt: world.timeOf(video.at) },
        },
  )
}

const wordsOf = (asked: URLSearchParams): string[] => (asked.get('q') ?? '').toLowerCase().split(/[\s-]+/)

function searchChannels(world: YoutubeWorld, asked: URLSearchParams) {
  const words = wordsOf(asked)
  const found = world.channels.filter(
    ({ title, gone }) => !gone && words.some((word) => title.toLowerCase().includes(word)),
  )
  return page(world, found, asked, (channel): SearchResult => ({
    id: { channelId: channel.id },
    snippet: { channelId: channel.id, title: escaped(channel.title) },
  }))
}

function searchVideos(world: YoutubeWorld, asked: URLSearchParams) {
  const words = wordsOf(asked)
  const after = new Date(asked.get('publishedAfter') ?? 0)
  const found = newest(
    world.videos.filter(
      ({ title, description, at, isPrivate }) =>
        !isPrivate && at >= after && words.every((word) => `${title} ${description}`.toLowerCase().includes(word)),
    ),
  ).slice(0, 500)
  return page(world, found, asked, (video): SearchResult => {
    const snippet = snippetOf(world, video)
    return {
      id: { videoId: video.id },
      snippet: {
        ...snippet,
        title: escaped(snippet.title),
        description: escaped(snippet.description.slice(0, 100)),
      },
    }
  })
}

function listThreads(world: YoutubeWorld, asked: URLSearchParams) {
  const channel = world.channels.find(({ id, gone }) => !gone && id === asked.get('allThreadsRelatedToChannelId'))
  if (!channel) return refusal(404, 'channelNotFound', 'youtube.commentThread')
  if (channel.commentsOff) return refusal(403, 'commentsDisabled', 'youtube.commentThread')
  const threads = newest(
    world.comments.filter((comment) => comment.parentId === null && comment.channelId === channel.id),
  )
  return page(
    world,
    threads,
    asked,
    (top): CommentThread => {
      const replies = world.comments.filter(({ parentId }) => parentId === top.id)
      return {
        id: top.id,
        snippet: {
          channelId: channel.id,
          videoId: top.videoId,
          topLevelComment: commentOf(world, top),
          totalReplyCount: replies.length,
        },
        ...(replies.length > 0
          ? { replies: { comments: replies.slice(-5).map((reply) => commentOf(world, reply)) } }
          : {}),
      }
    },
    ({ id }) => id,
  )
}

function listReplies(world: YoutubeWorld, asked: URLSearchParams) {
  const parent = world.comments.find(({ id }) => id === asked.get('parentId'))
  if (!parent) return refusal(404, 'commentNotFound', 'youtube.comment')
  return page(
    world,
    world.comments.filter(({ parentId }) => parentId === parent.id),
    asked,
    (comment) => commentOf(world, comment),
    ({ id }) => id,
  )
}

/** Tokens of uploads and searches count entries, so that pages move when something comes; those of comments name the last one. */
function page<Entry, Out>(
  world: YoutubeWorld,
  entries: Entry[],
  asked: URLSearchParams,
  shape: (entry: Entry) => Out,
  idOf?: (entry: Entry) => string,
): List<Out> | null {
  const most = Math.min(Number(asked.get('maxResults') ?? 5), idOf ? 100 : 50)
  const token = asked.get('pageToken')
  let from = 0
  if (token !== null) {
    const [, written = ''] = /^T\.(.+)$/.exec(token) ?? []
    from = idOf ? entries.findIndex((entry) => idOf(entry) === written) + 1 : Number(written)
    if (written === '' || Number.isNaN(from) || (idOf && from === 0)) return null
  }
  const taken = entries.slice(from, from + most)
  const last = taken.at(-1)
  const next =
    from + most < entries.length && last !== undefined ? { nextPageToken: `T.${idOf ? idOf(last) : from + most}` } : {}
  const items = taken.map(shape)
  const untidy = world.untidy ? [...items.slice(-1), ...items.toReversed(), ...items.slice(0, 2)] : items
  const list = {
    kind: 'list',
    etag: 'e',
    ...next,
    pageInfo: { totalResults: entries.length, resultsPerPage: most },
    items: untidy,
  }
  return list
}

function commentOf(world: YoutubeWorld, comment: SimulatedComment): YoutubeComment {
  return {
    id: comment.id,
    snippet: {
      authorDisplayName: `@${comment.author}`,
      authorProfileImageUrl: `https://yt3.ggpht.com/${comment.author}=s48`,
      authorChannelUrl: `http://www.youtube.com/@${comment.author}`,
      authorChannelId: { value: `UC-${comment.author}` },
      textDisplay: comment.text,
      publishedAt: world.timeOf(comment.at),
      updatedAt: world.timeOf(comment.updatedAt),
      ...(comment.parentId ? { parentId: comment.parentId } : { videoId: comment.videoId }),
    },
  }
}

function snippetOf(world: YoutubeWorld, video: SimulatedVideo) {
  const channel = world.channels.find(({ id }) => id === video.channelId)!
  return {
    publishedAt: world.timeOf(video.at),
    channelId: channel.id,
    channelTitle: channel.title,
    title: video.title,
    description: video.description,
    thumbnails: thumbnails(video.id),
  }
}

const newest = <Entry extends { at: Date }>(entries: Entry[]): Entry[] =>
  entries.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime())

const thumbnails = (id: string) => ({ default: { url: `https://yt3.ggpht.com/${id}=s88`, width: 88, height: 88 } })

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) =>
    sign === "'" ? '&#39;' : { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[sign]!,
  )
