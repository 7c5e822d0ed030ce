/** The calls of the simulated AppView: each reads the world and answers as the sheet tells. */
import { uriOf, type BlueskyWorld, type SimulatedAccount, type SimulatedPost } from './bluesky-world.simulator.ts'

interface Answer {
  status: number
  body: object
}

/** `empty`: feeds show nothing this time. */
export const appViewCalls: Record<string, (world: BlueskyWorld, asked: URLSearchParams, empty: boolean) => Answer> = {
  'app.bsky.actor.getProfile': getProfile,
  'app.bsky.actor.getProfiles': getProfiles,
  'app.bsky.feed.getAuthorFeed': getAuthorFeed,
  'app.bsky.feed.getPosts': getPosts,
}

const well = (body: object): Answer => ({ status: 200, body })
const refusal = (message: string): Answer => ({ status: 400, body: { error: 'InvalidRequest', message } })

const find = ({ accounts }: BlueskyWorld, actor: string): SimulatedAccount | undefined =>
  accounts.find(({ did, handle, gone }) => !gone && (did === actor || handle === actor.toLowerCase()))

function getProfile(world: BlueskyWorld, asked: URLSearchParams): Answer {
  const account = find(world, asked.get('actor') ?? '')
  return account ? well(profileOf(account)) : refusal('Profile not found')
}

function getProfiles(world: BlueskyWorld, asked: URLSearchParams): Answer {
  const actors = asked.getAll('actors')
  if (actors.length === 0 || actors.length > 25) return refusal('Error: actors must not have more than 25 elements')
  const found = actors.map((actor) => find(world, actor)).filter((account) => account !== undefined)
  return well({ profiles: found.map(profileOf) })
}

function getAuthorFeed(world: BlueskyWorld, asked: URLSearchParams, empty: boolean): Answer {
  const account = find(world, asked.get('actor') ?? '')
  const limit = Number(asked.get('limit') ?? 50)
  if (!account) return refusal('Profile not found')
  if (limit < 1 || limit > 100) return refusal('Error: limit can not be greater than 100')
  return well(world.emptied || empty ? { feed: [] } : feedOf(world, account, limit, asked.get('cursor')))
}

function getPosts(world: BlueskyWorld, asked: URLSearchParams): Answer {
  const uris = asked.getAll('uris')
  if (uris.length === 0 || uris.length > 25) return refusal('Error: uris must not have more than 25 elements')
  const isShown = (post: SimulatedPost): boolean => world.accounts.some(({ did, gone }) => did === post.did && !gone)
  const shown = world.posts.filter((post) => uris.includes(uriOf(post)) && isShown(post))
  return well({ posts: shown.map((post) => postView(world, post)) })
}

function feedOf(world: BlueskyWorld, { did }: SimulatedAccount, limit: number, cursor: string | null): object {
  const sortAt = (post: SimulatedPost): number => Math.min(Date.parse(post.record.createdAt), post.indexedAt)
  const items = [
    ...world.posts
      .filter((post) => post.did === did)
      .map((post) => ({ post, at: sortAt(post), reason: null as object | null })),
    ...world.reposts
      .filter(({ by }) => by === did)
      .map(({ post, at }) => ({
        post,
        at,
        reason: {
          $type: 'app.bsky.feed.defs#reasonRepost',
          by: viewOf(world, did),
          indexedAt: new Date(at).toISOString(),
        },
      })),
  ]
  const place = ({ at, post }: { at: number; post: SimulatedPost }): string =>
    `${new Date(at).toISOString()}::${post.rkey}`
  const sorted = items
    .toSorted((one, other) => (place(one) < place(other) ? 1 : -1))
    .filter((item) => cursor === null || place(item) < cursor)
  const page = sorted.slice(0, limit)
  const last = page.at(-1)
  return {
    feed: page
      .filter(({ reason }) => !(world.hidesReposts && reason))
      .map(({ post, reason }) => ({ post: postView(world, post), ...(reason && { reason }) })),
    ...(last && sorted.length > limit && { cursor: place(last) }),
  }
}

function postView(world: BlueskyWorld, post: SimulatedPost): object {
  return {
    uri: uriOf(post),
    cid: 'bafypost',
    author: viewOf(world, post.did),
    record: post.record,
    replyCount: 0,
    indexedAt: new Date(post.indexedAt).toISOString(),
  }
}

function viewOf({ accounts }: BlueskyWorld, did: string): object {
  const account = accounts.find((each) => each.did === did)
  return { did, handle: account?.handle ?? 'handle.invalid', displayName: account?.displayName }
}

function profileOf({ did, handle, displayName, followers }: SimulatedAccount): object {
  return {
    did,
    handle,
    displayName,
    avatar: `https://cdn.bsky.app/img/avatar/plain/${did}/bafkreiavatar@jpeg`,
    followersCount: followers,
    postsCount: 1,
    indexedAt: '2026-01-01T00:00:00.000Z',
  }
}
