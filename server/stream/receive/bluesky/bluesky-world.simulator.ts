/** A small Bluesky for its simulator: accounts, what they post and repost, and the log of it all. */
export interface SimulatedAccount {
  did: string
  handle: string
  displayName: string
  followers: number
  /** Taken down or deleted: not to be seen. */
  gone: boolean
}

export interface SimulatedPost {
  did: string
  rkey: string
  record: { $type: string; text: string; createdAt: string; langs?: string[]; reply?: object }
  indexedAt: number
}

/** One line of the log, as Jetstream tells it. */
export interface LoggedEvent {
  timeUs: number
  body: Record<string, unknown>
}

const letters = '234567abcdefghijklmnopqrstuvwxyz'

export abstract class BlueskyWorld {
  readonly accounts: SimulatedAccount[] = []
  readonly posts: SimulatedPost[] = []
  readonly reposts: { by: string; post: SimulatedPost; at: number }[] = []
  /** Feeds show nothing, as while the AppView is being mended; each post by itself is there. */
  emptied = false
  /** Reposts are taken off each page after it was cut off. */
  hidesReposts = false

  protected readonly now: () => Date
  protected readonly log: LoggedEvent[] = []
  protected lastTimeUs = 0

  constructor(now: () => Date) {
    this.now = now
  }

  /** To all who listen. */
  protected abstract broadcast(event: LoggedEvent): void

  account(name: string, { displayName = name, followers = 0 } = {}): SimulatedAccount {
    const account = {
      did: `did:plc:${name
        .toLowerCase()
        .replace(/[^a-z2-7]/g, 'a')
        .padEnd(24, 'a')
        .slice(0, 24)}`,
      handle: `${name}.bsky.social`,
      displayName,
      followers,
      gone: false,
    }
    this.accounts.push(account)
    return account
  }

  post(
    { did }: SimulatedAccount,
    text: string,
    {
      langs,
      replyTo,
      createdAt = this.now(),
      silently = false,
    }: { langs?: string[]; replyTo?: SimulatedPost; createdAt?: Date; silently?: boolean } = {},
  ): SimulatedPost {
    const parent = replyTo && { uri: uriOf(replyTo), cid: 'bafyparent' }
    const root = replyTo && ((replyTo.record.reply as { root?: object } | undefined)?.root ?? parent)
    const post: SimulatedPost = {
      did,
      rkey: this.#tid(),
      indexedAt: this.now().getTime(),
      record: {
        $type: 'app.bsky.feed.post',
        text,
        createdAt: createdAt.toISOString(),
        ...(langs && { langs }),
        ...(parent && { reply: { root, parent } }),
      },
    }
    this.posts.push(post)
    if (!silently) this.#commit(post, 'create')
    return post
  }

  edit(post: SimulatedPost, text: string): void {
    post.record = { ...post.record, text }
    this.#commit(post, 'update')
  }

  delete(post: SimulatedPost, { silently = false } = {}): void {
    this.posts.splice(this.posts.indexOf(post), 1)
    if (!silently) this.#commit(post, 'delete')
  }

  rename(account: SimulatedAccount, handle: string): void {
    account.handle = handle
    this.#write(account.did, {
      kind: 'identity',
      identity: { did: account.did, handle, seq: this.log.length, time: this.now().toISOString() },
    })
  }

  close(account: SimulatedAccount): void {
    account.gone = true
    const time = this.now().toISOString()
    this.#write(account.did, {
      kind: 'account',
      account: { active: false, did: account.did, seq: this.log.length, time, status: 'deleted' },
    })
  }

  /** Reposts someone's post: it is in the account's feed, and not its own. */
  repost({ did }: SimulatedAccount, post: SimulatedPost): void {
    this.reposts.push({ by: did, post, at: this.now().getTime() })
  }

  #commit(post: SimulatedPost, operation: 'create' | 'update' | 'delete'): void {
    const { did, rkey, record } = post
    const content =
      operation === 'delete' ? {} : { record, cid: 'bafyreib3mgfqivyawk6jhny542qpola6liwf2iltybrbgxf2e2jwve2gb4' }
    this.#write(did, {
      kind: 'commit',
      commit: { rev: this.#tid(), operation, collection: 'app.bsky.feed.post', rkey, ...content },
    })
  }

  #write(did: string, body: Record<string, unknown>): void {
    const event = { timeUs: this.#nextTimeUs(), body: { did, ...body } }
    this.log.push(event)
    this.broadcast(event)
  }

  #tid(): string {
    return tidOf(this.#nextTimeUs())
  }

  #nextTimeUs(): number {
    this.lastTimeUs = Math.max(this.lastTimeUs + 1, this.now().getTime() * 1000)
    return this.lastTimeUs
  }
}

export const uriOf = ({ did, rkey }: SimulatedPost): string => `at://${did}/app.bsky.feed.post/${rkey}`

function tidOf(microseconds: number): string {
  let value = BigInt(microseconds) << 10n
  let tid = ''
  for (let place = 0; place < 13; place++) {
    tid = `${letters[Number(value % 32n)]}${tid}`
    value /= 32n
  }
  return tid
}
