/**
 * The small language of tests: a world of people over a real database and a real server.
 *
 *   const world = await openTestWorld()
 *   const anna = await world.customer('anna', paid('photographers'))
 *   await world.post('Посоветуйте фотографа')
 *   await world.settle()
 *   const page = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
 */
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Answer, Call, RoleName } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { requestOf } from '../../contract/request.ts'
import { toWire, wireNames } from '../../contract/wire-names.ts'
import { emptyProject, type ProjectFields } from '../../contract/watching/projects.ts'
import { readConfig, type Config } from '../config/config.ts'
import { createAccount, signIn } from '../features/people/accounts/accounts.public.ts'
import { setCategoryQueries } from '../features/watching/categories/set-category-queries.samples.ts'
import { ensureGroupset } from '../features/watching/groups/groups.public.ts'
import { makeProjects } from '../features/watching/projects/projects.public.ts'
import { subscribe } from '../features/access/subscriptions/subscriptions.public.ts'
import type { Channels } from '../features/reach/notices/channels/channel.ts'
import { channels } from '../features/reach/notices/channels/channels.ts'
import { workOutbox } from '../features/reach/notices/outbox/outbox.samples.ts'
import { Outbox } from '../features/reach/notices/outbox/outbox.ts'
import { NoticeEngine } from '../features/reach/notices/notifying/engine.ts'
import { findTeam } from '../features/access/team/team.public.ts'
import { features } from '../features.ts'
import { sessionCookieName } from '../gate/cookies.ts'
import { openBus } from '../kit/bus.ts'
import { DAY, MINUTE } from '../kit/clock.ts'
import { StandingClock } from './standing-clock.ts'
import type { AppContext } from '../kit/context.ts'
import { hooksOf } from '../kit/feature.ts'
import { drainJobs } from '../kit/drain-jobs.samples.ts'
import { loadLanguage } from '../kit/language.ts'
import { silentLog, type Log } from '../kit/log.ts'
import { readPlain } from '../kit/mail/render-letter.ts'
import { retryDeadlock, type Database, type Db } from '../kit/sql.ts'
import { runWeb, type WebRole } from '../roles/web.ts'
import { jobs } from '../roles/worker.ts'
import type { PlacedMessage, StandingQueries } from '../stream/match/standing-queries.ts'
import type { RawMessage } from '../stream/receive/shared/source.ts'
import { readAnswer, resultOf, type CallInput, type CallName, type CallResult, type Feature } from './read-answer.ts'
import { cloneDatabase } from './clone-database.ts'
import { SEEDED_TEMPLATE, TEMPLATE } from './test-database.ts'
import { LateBus } from './late-bus.ts'
import { sentAs } from './sent-as.ts'
import { TestBrowser } from './test-browser.ts'
import { TestStream } from './test-stream.ts'
import { joinTeam, leaveTeam, type Member } from './test-teams.ts'
import { TestUser } from './test-user.ts'

export const PASSWORD = 'правильный пароль'
/** What a hash costs stands in it: this one is checked at once, however dear those are that the service makes. */
const passwordHash = hash(PASSWORD.normalize('NFC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** What someone holds: a category by its slug or so many groups, paid for themselves or their team, or on trial, for some days from now. */
export interface Holding {
  thing: { slug: string } | { groups: number }
  tariffType: 'regular' | 'team' | 'trial'
  days: number
  /** Of a team; left out: for as many as one likes. */
  teamSize?: number | null
}
export const paid = (slug: string, days = 30): Holding => ({ thing: { slug }, tariffType: 'regular', days })
export const paidForTeam = (slug: string, days = 30): Holding => ({ thing: { slug }, tariffType: 'team', days })
export const trial = (slug: string, days = 3): Holding => ({ thing: { slug }, tariffType: 'trial', days })
/** The list itself is empty: server/features/watching/groups/groups.samples.ts puts groups on it. */
export const groups = (maxSize: number, days = 30): Holding => ({
  thing: { groups: maxSize },
  tariffType: 'regular',
  days,
})

/** As whom, and from where, something is asked: a guest on this machine unless it is given. */
export interface Asker {
  token?: string | null
  ip?: string
  /** What comes along, where the call takes files. */
  files?: readonly File[]
}

/**
 * @param options.database instead of one that holds no people yet; it is closed with the world
 * @param options.seeded categories look for what their seeds say, and not only for what the test says (`looksFor`)
 */
export async function openTestWorld(
  options: { config?: Partial<Config>; log?: Log; database?: Database; seeded?: boolean } = {},
): Promise<TestWorld> {
  const template = options.seeded ? SEEDED_TEMPLATE : TEMPLATE
  const database = options.database ?? (await cloneDatabase('town', 8, template))
  const config: Config = {
    ...readConfig({
      DATABASE_URL: database.url,
      PORT: '0',
      NODE_ENV: 'test',
      DEMO: 'off',
      MADE_UP_NETWORK: 'off',
      LOG_LEVEL: 'silent',
    }),
    ...options.config,
  }
  const log = options.log ?? silentLog
  const [bus, language] = await Promise.all([openBus(database.url, log), loadLanguage()])
  const ctx = {
    db: database.db,
    database,
    clock: new StandingClock(),
    log,
    config,
    language,
    bus: new LateBus(bus),
    hooks: hooksOf(features),
  }
  // A busy machine must not meet it: a page that is not drawn in time is sent without its drawing.
  return new TestWorld(ctx, await runWeb(ctx, { drawWithin: MINUTE }))
}

export class TestWorld implements AppContext {
  readonly db: Db
  readonly database: Database
  readonly clock: StandingClock
  readonly log: Log
  readonly config: Config
  readonly language: AppContext['language']
  readonly bus: LateBus
  readonly hooks: AppContext['hooks']
  readonly web: WebRole
  readonly #stream: TestStream
  readonly #browsers: TestBrowser[] = []
  #people = 0
  readonly #notifiers = new Map<Channels, { engine: NoticeEngine; outbox: Outbox }>()

  constructor(ctx: AppContext & { clock: StandingClock; bus: LateBus }, web: WebRole) {
    this.db = ctx.db
    this.database = ctx.database
    this.clock = ctx.clock
    this.log = ctx.log
    this.config = ctx.config
    this.language = ctx.language
    this.bus = ctx.bus
    this.hooks = ctx.hooks
    this.web = web
    this.#stream = new TestStream(ctx)
  }

  /** Asks over HTTP; the gate checks what is answered against the contract. `token` is there when the browser was handed one. */
  async ask<F extends Feature, N extends CallName<F>>(
    feature: F,
    callName: N,
    input: CallInput<F, N>,
    { token = null, ip = '127.0.0.1', files }: Asker = {},
  ): Promise<Answer<CallResult<F, N>> & { token?: string | undefined }> {
    const call = contract[feature][callName] as Call
    const cookie = sessionCookieName(this.config)
    const { method, url, body } = requestOf(call, toWire(input, wireNames[feature]) as Record<string, unknown>)
    const response = await this.web.app.inject({
      method,
      url,
      remoteAddress: ip,
      ...(await sentAs(call, body, files, token ? { cookie: `${cookie}=${token}` } : {})),
    })
    const answer = readAnswer<F, N>(feature, response.json())
    const handed = response.cookies.find((each) => each.name === cookie)
    return { ...answer, ...(handed ? { token: handed.value } : {}) }
  }

  customer(nickname: string, ...holdings: Holding[]): Promise<TestUser> {
    return this.somebody(nickname, [], ...holdings)
  }

  async somebody(nickname: string, roles: RoleName[], ...holdings: Holding[]): Promise<TestUser> {
    const password = { hash: await passwordHash }
    const email = `${nickname}@example.ru`
    const account = { email, password, username: nickname, timeZone: 'Europe/Moscow', roles }
    const userId = await this.db.transaction().execute((tx) => createAccount(tx, this, account))
    for (const holding of holdings) await this.hold(userId, holding)
    this.#people += 1
    const ip = `10.0.${this.#people >> 8}.${this.#people & 255}`
    const token = await this.signIn(userId, ip)
    const { id: filterId } = await this.db
      .selectFrom('filters')
      .select('id')
      .where('userId', '=', userId)
      .where('isDefault', '=', true)
      .executeTakeFirstOrThrow()
    return new TestUser(this, { userId, email, ip, token, filterId })
  }

  /** A session of this person, with all that follows from signing in; only the password is not asked for. */
  async signIn(userId: number, ip: string): Promise<string> {
    let token: string | null = null
    const ctx = {
      ...this.#context(),
      identity: { kind: 'guest' as const },
      person: null,
      ip,
      userAgent: 'lightMyRequest',
      isNavigation: true,
      teamNeed: 'none' as const,
      socket: null,
      raw: null,
      files: [],
      cookies: {},
      countAs: async () => {},
      setSessionToken: (handed: string | null) => void (token = handed),
      setCookie: () => {},
    }
    await signIn(ctx, userId, 'password')
    if (token === null) throw new Error(`user ${userId} could not sign in`)
    return token
  }

  #context(): AppContext {
    const { db, database, clock, log, config, language, bus, hooks } = this
    return { db, database, clock, log, config, language, bus, hooks }
  }

  async hold(userId: number, { thing, tariffType, days, teamSize = null }: Holding): Promise<void> {
    const startsAt = this.clock.now()
    const held = { userId, tariffType, teamSize, startsAt, expiresAt: new Date(startsAt.getTime() + days * DAY) }
    // Before a connection is taken: as many people at once as there are connections would wait for each other.
    const categoryId = 'slug' in thing ? await this.categoryId(thing.slug) : 0
    await this.db.transaction().execute(async (tx) => {
      if ('slug' in thing) await subscribe(tx, this.clock, { ...held, productType: 'category', productId: categoryId })
      else
        await subscribe(tx, this.clock, {
          ...held,
          productType: 'group',
          productId: await ensureGroupset(tx, this.clock, userId),
          maxSize: thing.groups,
        })
    })
  }

  async categoryId(slug: string): Promise<number> {
    const named = this.db.selectFrom('categories').select('id').where('slug', '=', slug)
    return (await named.executeTakeFirstOrThrow()).id
  }

  /** Of the price list, by its slug: `category-month`. */
  async tariffId(slug: string): Promise<number> {
    const named = this.db.selectFrom('tariffs').select('id').where('slug', '=', slug)
    return (await named.executeTakeFirstOrThrow()).id
  }

  /** A browser: asks over its socket and hears signals. It hears none of what changed before, unless notices are late or missed. */
  async connect(token: string | null = null, headers: Record<string, string> = {}): Promise<TestBrowser> {
    const cookie: Record<string, string> = token ? { cookie: `${sessionCookieName(this.config)}=${token}` } : {}
    if (!this.bus.isLosing) await this.bus.catchUp()
    const browser = await TestBrowser.connect(this.web.address, { ...headers, ...cookie })
    this.#browsers.push(browser)
    return browser
  }

  standingQueries(): Promise<StandingQueries> {
    return this.#stream.standingQueries()
  }

  /** A text as standing queries are asked about it. */
  matched(text: string): PlacedMessage {
    return { text, network: 'vk', kind: 'post', group: null }
  }

  /** What a category looks for from now on, instead of nothing or of what its seed says. */
  async looksFor(slug: string, ...queries: string[]): Promise<void> {
    await setCategoryQueries(this.db, this.clock, await this.categoryId(slug), queries)
    await this.#stream.close()
  }

  /** A message as a network's adapter would read it. */
  message(text: string, more: Partial<RawMessage> = {}): RawMessage {
    return this.#stream.message(text, more)
  }

  /** Messages through the whole stream, which has heard of all that changed before, unless notices are late or missed. */
  async receive(messages: RawMessage[], sourceName = 'town'): Promise<void> {
    if (!this.bus.isLosing) await this.bus.catchUp()
    await this.#stream.settled()
    await this.#stream.receive(messages, sourceName)
  }

  /** One post into the stream, as from a network. */
  async post(text: string, more: Partial<RawMessage> = {}): Promise<RawMessage> {
    const posted = this.message(text, more)
    await this.receive([posted])
    return posted
  }

  /** A project of this person with a subscription that runs for this many days; with keywords it is saved, and what is stored is searched. */
  async project(
    owner: Asker & { userId: number },
    fields: Partial<ProjectFields> = {},
    { days = 30, tariffType = 'regular' as Holding['tariffType'] } = {},
  ): Promise<number> {
    const startsAt = this.clock.now()
    const held = { userId: owner.userId, tariffType, startsAt, expiresAt: new Date(startsAt.getTime() + days * DAY) }
    const id = await this.db.transaction().execute(async (tx) => {
      const [productId = 0] = await makeProjects(tx, this.clock, owner.userId, 1)
      await subscribe(tx, this.clock, { ...held, productType: 'project', productId })
      return productId
    })
    if (fields.keywords) {
      resultOf(await this.ask('projects', 'updateProject', { id, ...emptyProject, ...fields }, owner))
      await this.settle()
    }
    return id
  }

  /** From now on these are in the owner's team. Who has no team subscription that runs is given one, of an empty list of groups. */
  async team(owner: Member, ...members: Member[]): Promise<void> {
    const team = await findTeam(this.db, owner.userId, this.clock.now())
    if (!team?.seated) await this.hold(owner.userId, { thing: { groups: 0 }, tariffType: 'team', days: 365 })
    await joinTeam(this, owner, members)
  }

  leaveTeam(owner: Member, member: Member): Promise<void> {
    return leaveTeam(this, owner, member)
  }

  /** The last letter to this address, or the last call to this number, and what is to be done with it. */
  async letterTo(recipient: string) {
    const letter = await this.db
      .selectFrom('letters')
      .select(['id', 'subject', 'html', 'plain'])
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!letter) throw new Error(`nothing was sent to ${recipient}`)
    const { code, link } = readPlain(letter.plain ?? '')
    return { ...letter, code: code ?? '', link: link?.url ?? '' }
  }

  /**
   * No message was ever received.
   * @param extraTables more tables that are to be empty
   */
  async forgetMessages(...extraTables: string[]): Promise<void> {
    const stored =
      'feed_items messages message_keys fingerprints message_segments message_postings indexed_marks changed_texts'
    const tables = [...stored.split(' '), ...extraTables].join(', ')
    // What a page asked before it was closed may still be read, in another order.
    await retryDeadlock(() => this.database.pool.query(`truncate ${tables}`))
  }

  /** Until every job is done and everything stored is announced. */
  async settle(): Promise<void> {
    this.bus.release()
    await drainJobs(jobs, this.#context())
    await this.bus.catchUp()
    await this.#stream.settled()
    await this.web.announcer.catchUp()
  }

  /**
   * Until everyone is notified of all that is stored and due by now, and what stands in the outbox is handed over. Who is notified over which channel with which
   * others is known by them: the same ones are one engine, as one process has it.
   */
  async sendNotices(over: Channels = channels): Promise<void> {
    const known = this.#notifiers.get(over)
    const notifier = known ?? {
      engine: new NoticeEngine(this.#context(), over),
      outbox: new Outbox(this.#context(), over),
    }
    this.#notifiers.set(over, notifier)
    this.bus.release()
    await this.bus.catchUp()
    await notifier.engine.work()
    await workOutbox(notifier.outbox)
  }

  /** From now on notices between processes are late, until `releaseLateNotices` or `settle`. */
  makeNoticesLate(): void {
    this.bus.holdBack()
  }

  releaseLateNotices(): void {
    this.bus.release()
  }

  /** Notices sent during this work are lost: the bus is without its connection, and comes back after. */
  missNotices<Result>(work: () => Promise<Result>): Promise<Result> {
    const cutOff = () =>
      sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'echolot bus'`.execute(this.db)
    return this.bus.lose(cutOff, work)
  }

  async close(): Promise<void> {
    for (const browser of this.#browsers) browser.close()
    for (const { engine } of this.#notifiers.values()) engine.close()
    await this.#stream.close()
    await this.web.close()
    await this.bus.close()
    await this.database.close()
  }
}
