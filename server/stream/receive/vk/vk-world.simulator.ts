/** A small VK for its simulator: walls with posts and comments, people, communities; shapes as the official schema has them. */

export interface SimulatedOwner {
  /** Less than nought: a community. */
  id: number
  name: string
  screenName: string
  followers: number
  closed: boolean
  deactivated: 'deleted' | 'banned' | null
}

export interface SimulatedPost {
  id: number
  ownerId: number
  fromId: number
  signerId: number | null
  date: number
  edited: number | null
  text: string
  shared: { ownerId: number; text: string } | null
  pinned: boolean
  deleted: boolean
  /** Not listed on the wall, though it is there. */
  archived: boolean
  commentsClosed: boolean
  /** From when on the search finds it. */
  indexedAt: number
  comments: SimulatedComment[]
}

export interface SimulatedComment {
  id: number
  fromId: number
  /** The first comment of its thread. */
  root: number | null
  date: number
  text: string
  deleted: boolean
}

export type Json = Record<string, unknown>

export interface PostDetails extends Partial<
  Pick<SimulatedPost, 'fromId' | 'signerId' | 'date' | 'shared' | 'pinned' | 'indexedAt' | 'id'>
> {
  text: string
}

export interface VkWorld {
  owners: Map<number, SimulatedOwner>
  posts: SimulatedPost[]
  group(id: number, details?: Partial<SimulatedOwner>): SimulatedOwner
  user(id: number, details?: Partial<SimulatedOwner>): SimulatedOwner
  post(ownerId: number, details: PostDetails): SimulatedPost
  comment(
    post: SimulatedPost,
    details: { text: string; fromId?: number; root?: number; date?: number },
  ): SimulatedComment
  edit(post: SimulatedPost, text: string): void
  /** Newest first, what is pinned at the very top. */
  wall(ownerId: number): SimulatedPost[]
}

/** @param now seconds of VK's own clock */
export function vkWorld(now: () => number): VkWorld {
  const owners: VkWorld['owners'] = new Map()
  const posts: SimulatedPost[] = []
  const ids = new Map<number, number>()
  const nextId = (ownerId: number): number => {
    const id = (ids.get(ownerId) ?? 0) + 1
    ids.set(ownerId, id)
    return id
  }
  const owner = (id: number, details: Partial<SimulatedOwner>): SimulatedOwner => {
    const screenName = id < 0 ? `club${-id}` : `id${id}`
    const made = {
      name: id < 0 ? `Сообщество ${-id}` : `Имя${id} Фамилия${id}`,
      screenName,
      followers: 100,
      closed: false,
      deactivated: null,
      ...details,
      id,
    }
    owners.set(id, made)
    return made
  }
  return {
    owners,
    posts,
    group: (id, details = {}) => owner(-Math.abs(id), details),
    user: (id, details = {}) => owner(id, details),
    post(
      ownerId,
      {
        text,
        fromId = ownerId,
        signerId = null,
        date = now(),
        shared = null,
        pinned = false,
        id = nextId(ownerId),
        indexedAt = date,
      },
    ) {
      const post = {
        id,
        ownerId,
        fromId,
        signerId,
        date,
        edited: null,
        text,
        shared,
        pinned,
        deleted: false,
        archived: false,
        commentsClosed: false,
        indexedAt,
        comments: [],
      }
      posts.push(post)
      return post
    },
    comment(post, { text, fromId = 1, root = null, date = now() }) {
      const comment = { id: nextId(post.ownerId), fromId, root, date, text, deleted: false }
      post.comments.push(comment)
      return comment
    },
    edit(post, text) {
      post.text = text
      post.edited = now()
    },
    wall(ownerId) {
      const there = posts
        .filter((post) => post.ownerId === ownerId && !post.deleted && !post.archived)
        .toSorted((a, b) => b.date - a.date || b.id - a.id)
      return [...there.filter(({ pinned }) => pinned), ...there.filter(({ pinned }) => !pinned)]
    },
  }
}

export function postJson(post: SimulatedPost): Json {
  const { id, ownerId, fromId, signerId, date, edited, text, shared, pinned } = post
  return {
    inner_type: 'wall_wallpost',
    id,
    owner_id: ownerId,
    from_id: fromId,
    date,
    text,
    type: 'post',
    post_type: 'post',
    marked_as_ads: 0,
    attachments: [],
    comments: {
      can_post: post.commentsClosed ? 0 : 1,
      can_view: 1,
      count: commentsOf(post).length,
      groups_can_post: true,
    },
    likes: { can_like: 1, count: 0, user_likes: 0 },
    reposts: { count: 0, user_reposted: 0 },
    donut: { is_donut: false },
    hash: 'x',
    ...(signerId === null ? {} : { signer_id: signerId }),
    ...(edited === null ? {} : { edited }),
    ...(pinned ? { is_pinned: 1 } : {}),
    ...(shared
      ? {
          copy_history: [
            {
              inner_type: 'wall_wallpost',
              id: 1,
              owner_id: shared.ownerId,
              from_id: shared.ownerId,
              date,
              post_type: 'post',
              text: shared.text,
            },
          ],
        }
      : {}),
  }
}

/** What is counted and listed: a deleted comment stays only where it was answered. */
export function commentsOf(post: SimulatedPost): SimulatedComment[] {
  return post.comments.filter(
    (comment) => !comment.deleted || answersOf(post, comment.id).some((answer) => !answer.deleted),
  )
}

export const answersOf = (post: SimulatedPost, root: number): SimulatedComment[] =>
  post.comments.filter((comment) => comment.root === root && !comment.deleted)

export function commentJson(post: SimulatedPost, comment: SimulatedComment, inThread: number): Json {
  const answers = answersOf(post, comment.id)
  const thread = {
    count: answers.length,
    items: answers.slice(0, inThread).map((answer) => commentJson(post, answer, 0)),
    can_post: true,
    show_reply_button: true,
    groups_can_post: true,
  }
  const parents = comment.root === null ? [] : [comment.root]
  if (comment.deleted) return { id: comment.id, parents_stack: parents, date: comment.date, deleted: true, thread }
  return {
    id: comment.id,
    from_id: comment.fromId,
    date: comment.date,
    text: comment.text,
    post_id: post.id,
    owner_id: post.ownerId,
    parents_stack: parents,
    ...(comment.root === null ? { thread } : { reply_to_comment: comment.root }),
  }
}

/** A comment as the search shows it: a post of another type. */
export const foundCommentJson = (post: SimulatedPost, comment: SimulatedComment): Json => ({
  inner_type: 'wall_wallpost',
  id: comment.id,
  owner_id: post.ownerId,
  from_id: comment.fromId,
  date: comment.date,
  text: comment.text,
  post_type: 'reply',
  post_id: post.id,
  parents_stack: comment.root === null ? [] : [comment.root],
})

export function userJson({ id, name, screenName, followers, closed, deactivated }: SimulatedOwner): Json {
  const [first = '', ...rest] = name.split(' ')
  return {
    id,
    first_name: first,
    last_name: rest.join(' '),
    is_closed: closed,
    can_access_closed: !closed,
    screen_name: screenName,
    photo_100: `https://media.example.invalid/${id}.jpg`,
    followers_count: followers,
    ...(deactivated === null ? {} : { deactivated }),
  }
}

export const groupJson = ({ id, name, screenName, followers, closed, deactivated }: SimulatedOwner): Json => ({
  id: -id,
  name,
  screen_name: screenName,
  is_closed: closed ? 1 : 0,
  type: 'group',
  photo_100: `https://media.example.invalid/club${-id}.jpg`,
  members_count: followers,
  ...(deactivated === null ? {} : { deactivated }),
})
