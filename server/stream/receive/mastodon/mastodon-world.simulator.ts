/** What there is on the simulated instance: accounts of everywhere, and what they write. */
export interface SimulatedAccount {
  id: string
  username: string
  /** Null: of this instance. */
  domain: string | null
  displayName: string
  followers: number
  group: boolean
  suspended: boolean
}

export interface SimulatedStatus {
  id: string
  account: SimulatedAccount
  html: string
  createdAt: number
  editedAt: number | null
  language: string | null
  visibility: string
  spoiler: string
  replyTo: SimulatedStatus | null
  reblog: SimulatedStatus | null
}

interface PostOptions {
  language?: string | null
  visibility?: string
  spoiler?: string
  replyTo?: SimulatedStatus | null
  reblog?: SimulatedStatus | null
  createdAt?: Date
  /** It is there, and the stream says nothing of it. */
  silently?: boolean
}

export interface InstanceOptions {
  now: () => Date
  domain: string
  /** Milliseconds its clock is ahead. */
  skew?: number
}

export abstract class MastodonWorld {
  readonly domain: string
  readonly accounts: SimulatedAccount[] = []
  readonly statuses: SimulatedStatus[] = []

  readonly #now: () => Date
  readonly #skew: number

  constructor({ now, domain, skew = 0 }: InstanceOptions) {
    this.domain = domain
    this.#now = now
    this.#skew = skew
  }

  /** To all who listen. */
  protected abstract broadcast(event: string, payload: string): void

  account(
    username: string,
    {
      domain,
      displayName = username,
      followers = 0,
      group = false,
    }: { domain?: string; displayName?: string; followers?: number; group?: boolean } = {},
  ): SimulatedAccount {
    const account = {
      id: String(109_000_000_000_000_000 + this.accounts.length * 1_000),
      username,
      domain: domain ?? null,
      displayName,
      followers,
      group,
      suspended: false,
    }
    this.accounts.push(account)
    return account
  }

  post(
    account: SimulatedAccount,
    html: string,
    {
      language = null,
      visibility = 'public',
      spoiler = '',
      replyTo = null,
      reblog = null,
      createdAt,
      silently = false,
    }: PostOptions = {},
  ): SimulatedStatus {
    const time = createdAt?.getTime() ?? this.clock()
    const status: SimulatedStatus = {
      id: this.#idAt(time),
      account,
      html,
      createdAt: time,
      editedAt: null,
      language,
      visibility,
      spoiler,
      replyTo,
      reblog,
    }
    this.statuses.push(status)
    if (!silently && visibility === 'public' && !reblog) this.broadcast('update', JSON.stringify(viewOf(this, status)))
    return status
  }

  edit(status: SimulatedStatus, html: string): void {
    status.html = html
    status.editedAt = Math.max(this.clock(), (status.editedAt ?? 0) + 1)
    this.broadcast('status.update', JSON.stringify(viewOf(this, status)))
  }

  delete(status: SimulatedStatus): void {
    this.statuses.splice(this.statuses.indexOf(status), 1)
    this.broadcast('delete', status.id)
  }

  /** Milliseconds of its own clock. */
  protected clock(): number {
    return this.#now().getTime() + this.#skew
  }

  /** Snowflakes: the time it was written at, wherever, and a number. */
  #idAt(time: number): string {
    let id = BigInt(time) << 16n
    while (this.statuses.some((status) => status.id === String(id))) id += 1n
    return String(id)
  }
}

export function accountView({ domain }: MastodonWorld, account: SimulatedAccount): object {
  const { id, username, domain: of, displayName, followers, group, suspended } = account
  return {
    id,
    username,
    acct: of === null ? username : `${username}@${of}`,
    display_name: displayName,
    locked: false,
    bot: false,
    group,
    suspended,
    url: `https://${of ?? domain}/@${username}`,
    uri: `https://${of ?? domain}/users/${username}`,
    avatar: `https://${domain}/avatars/${id}.png`,
    followers_count: followers,
  }
}

export function viewOf(world: MastodonWorld, status: SimulatedStatus): object {
  const { id, account, html, createdAt, editedAt, language, visibility, spoiler, replyTo, reblog } = status
  const home = `https://${account.domain ?? world.domain}`
  return {
    id,
    created_at: new Date(createdAt).toISOString(),
    edited_at: editedAt === null ? null : new Date(editedAt).toISOString(),
    in_reply_to_id: replyTo?.id ?? null,
    in_reply_to_account_id: replyTo?.account.id ?? null,
    sensitive: spoiler !== '',
    spoiler_text: spoiler,
    visibility,
    language,
    uri: `${home}/users/${account.username}/statuses/${id}`,
    url: `${home}/@${account.username}/${id}`,
    content: html,
    replies_count: world.statuses.filter((each) => each.replyTo === status).length,
    reblog: reblog && viewOf(world, reblog),
    account: accountView(world, account),
    media_attachments: [],
    tags: [],
    mentions:
      replyTo && replyTo.account !== account
        ? [
            {
              id: replyTo.account.id,
              username: replyTo.account.username,
              acct:
                replyTo.account.domain === null
                  ? replyTo.account.username
                  : `${replyTo.account.username}@${replyTo.account.domain}`,
            },
          ]
        : [],
  }
}
