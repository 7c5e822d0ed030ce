/**
 * The small language of tests: a town of people over a real database and a real server.
 *
 *   const town = await openTown()
 *   const anna = await town.customer('anna', paid('photographers'))
 *   await town.post('Посоветуйте фотографа')
 *   await town.settle()
 *   const page = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
 */
import { randomBytes } from 'node:crypto'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { inject } from 'vitest'
import type { Answer, Call, InputOf, ResultOf, RoleName } from '../../contract/call.ts'
import { contract, type Contract } from '../../contract/contract.ts'
import { requestOf } from '../../contract/request.ts'
import type { ProjectFields } from '../../contract/projects.ts'
import { signals, type SignalName, type Signals } from '../../contract/signals.ts'
import { readConfig, type Config } from '../config.ts'
import { createAccount } from '../features/accounts/accounts.public.ts'
import { setCategoryQueries } from '../features/categories/categories.public.ts'
import { ensureGroupset } from '../features/groups/groups.public.ts'
import { openPlaceFinder } from '../features/locations/locations.public.ts'
import { makeProjects } from '../features/projects/projects.public.ts'
import { subscribe } from '../features/subscriptions/subscriptions.public.ts'
import { addMember, removeMember, type NewMember } from '../features/team/members.ts'
import { jobs } from '../jobs.ts'
import { cookieName } from '../gate/http.ts'
import { notify, openBus, type Bus } from '../kit/bus.ts'
import { DAY, StandingClock } from '../kit/clock.ts'
import { drainJobs } from '../kit/jobs.ts'
import { loadLanguage } from '../kit/language.ts'
import { silentLog, type Log } from '../kit/log.ts'
import { readPlain } from '../kit/mail/render-letter.ts'
import { openDatabase } from '../kit/sql.ts'
import type { House } from '../roles/house.ts'
import { runWeb } from '../roles/web.ts'
import { openStandingQueries, type PlacedMessage } from '../stream/match/standing-queries.ts'
import { runSource } from '../stream/pipeline.ts'
import type { RawMessage, Source } from '../stream/receive/source.ts'
import { TEMPLATE, withDatabase } from './test-database.ts'

export const PASSWORD = 'правильный пароль'

/** What somebody holds: a category by its slug or so many groups, paid for himself or his team, or on trial, for some days from now. */
export interface Holding {
  thing: { slug: string } | { groups: number }
  tariffType: 'regular' | 'team' | 'trial'
  days: number
}
export const paid = (slug: string, days = 30): Holding => ({ thing: { slug }, tariffType: 'regular', days })
export const paidForTeam = (slug: string, days = 30): Holding => ({ thing: { slug }, tariffType: 'team', days })
export const trial = (slug: string, days = 3): Holding => ({ thing: { slug }, tariffType: 'trial', days })
/** The list itself is empty: server/features/groups/groups.samples.ts puts groups on it. */
export const groups = (maxSize: number, days = 30): Holding => ({
  thing: { groups: maxSize },
  tariffType: 'regular',
  days,
})

/** What a project looks for before anybody says so. */
export const emptyProject: ProjectFields = {
  name: '',
  keywords: [],
  context: [],
  excludedKeywords: [],
  censorFilter: false,
  neuralFilter: false,
  resources: [],
  resourceTypes: [],
}

export type Town = Awaited<ReturnType<typeof openTown>>
export type Townsman = Awaited<ReturnType<Town['customer']>>

/** As much of a townsman as a team knows. */
type Member = Pick<NewMember, 'userId' | 'email'>

type Feature = keyof Contract
type CallName<F extends Feature> = keyof Contract[F]

/** As whom, and from where, something is asked: a guest on this machine unless it is said. */
export interface Asker {
  token?: string | null
  ip?: string
}

const ajv = addFormats.default(new Ajv({ strict: false }))

export async function openTown(options: { config?: Partial<Config>; log?: Log } = {}) {
  const databaseServer = inject('databaseServer')
  const name = `town_${randomBytes(6).toString('hex')}`
  await onServer(databaseServer, `create database ${name} template ${TEMPLATE}`)
  const database = openDatabase(withDatabase(databaseServer, name), { connections: 8 })
  const clock = new StandingClock()
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
  const [wire, language] = await Promise.all([openBus(database.url, log), loadLanguage()])
  /** What was heard and is not told yet; null while everything is told at once. */
  let late: (() => void)[] | null = null
  const bus: Bus = {
    on: (name, listener) =>
      wire.on(name, (payload) => (late ? void late.push(() => listener(payload)) : listener(payload))),
    close: () => wire.close(),
  }
  const house: House = { config, database, clock, log, bus, language }
  const web = await runWeb(house)
  let standingQueries = await openStandingQueries(database.db, bus, language, log, clock)
  const findPlace = await openPlaceFinder(database.db)
  const sockets: Socket[] = []
  const cookie = cookieName(config)
  let posts = 0
  let people = 0

  /** Asks over HTTP; a good answer is checked against the contract. `token` is there when the browser was handed one. */
  async function ask<F extends Feature, N extends CallName<F>>(
    feature: F,
    callName: N,
    input: InputOf<Contract[F][N]>,
    { token = null, ip = '127.0.0.1' }: Asker = {},
  ): Promise<Answer<ResultOf<Contract[F][N]>> & { token?: string | undefined }> {
    const call = contract[feature][callName] as Call
    const { method, url, body } = requestOf(call, input as Record<string, unknown>)
    const response = await web.app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: token ? { cookie: `${cookie}=${token}` } : {},
      ...(body ? { payload: body } : {}),
    })
    const answer = response.json<Answer>()
    if (answer.status === 'ok') checkResult(call, answer.result)
    const handed = response.cookies.find((each) => each.name === cookie)
    return { ...(answer as Answer<ResultOf<Contract[F][N]>>), ...(handed ? { token: handed.value } : {}) }
  }

  async function person(nickname: string, roles: RoleName[], holdings: Holding[]) {
    const email = `${nickname}@example.ru`
    const userId = await database.db
      .transaction()
      .execute((tx) =>
        createAccount(tx, clock, { email, password: PASSWORD, username: nickname, timeZone: 'Europe/Moscow', roles }),
      )
    for (const holding of holdings) await hold(userId, holding)
    // Everybody has an address of his own: the pace of signing in is counted by it.
    people += 1
    const ip = `10.0.${people >> 8}.${people & 255}`
    const signIn = async (): Promise<string> => {
      const signedIn = await ask('accounts', 'login', { email, password: PASSWORD }, { ip })
      if (signedIn.status !== 'ok' || !signedIn.token)
        throw new Error(`${nickname} could not sign in: ${JSON.stringify(signedIn)}`)
      return signedIn.token
    }
    const token = await signIn()
    const me: Asker = { token, ip }
    const { filters } = good(await ask('filters', 'listFilters', {}, me))
    return {
      userId,
      email,
      token,
      ip,
      /** Another session of the same person: its token. */
      signIn,
      filterId: filters[0]?.id ?? 0,
      /** What the call answers; a refusal is thrown. */
      async asks<F extends Feature, N extends CallName<F>>(feature: F, callName: N, input: InputOf<Contract[F][N]>) {
        return good(await ask(feature, callName, input, me))
      },
      /** The code the call is refused with. */
      async isRefused<F extends Feature, N extends CallName<F>>(
        feature: F,
        callName: N,
        input: InputOf<Contract[F][N]>,
      ) {
        return codeOf(await ask(feature, callName, input, me))
      },
      connects: () => connect(token),
    }
  }

  async function hold(userId: number, { thing, tariffType, days }: Holding): Promise<void> {
    const startsAt = clock.now()
    const held = { userId, tariffType, startsAt, expiresAt: new Date(startsAt.getTime() + days * DAY) }
    await database.db.transaction().execute(async (tx) => {
      if ('slug' in thing)
        await subscribe(tx, { ...held, productType: 'category', productId: await categoryId(thing.slug) })
      else
        await subscribe(tx, {
          ...held,
          productType: 'group',
          productId: await ensureGroupset(tx, clock, userId),
          maxSize: thing.groups,
        })
    })
  }

  async function categoryId(slug: string): Promise<number> {
    const { id } = await database.db
      .selectFrom('categories')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return id
  }

  /** Of the price list, by its slug: `category-month`. */
  async function tariffId(slug: string): Promise<number> {
    const { id } = await database.db
      .selectFrom('tariffs')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return id
  }

  /** A browser: asks over its socket and hears signals. */
  async function connect(token: string | null = null, headers: Record<string, string> = {}) {
    const heard = Object.fromEntries(Object.keys(signals).map((name) => [name, []])) as unknown as {
      [Name in SignalName]: Signals[Name][]
    }
    const socket = io(web.address, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { ...headers, ...(token ? { cookie: `${cookie}=${token}` } : {}) },
    })
    sockets.push(socket)
    for (const signal of Object.keys(heard) as SignalName[])
      socket.on(signal, (payload) => heard[signal].push(payload as never))
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    async function answers<F extends Feature, N extends CallName<F>>(
      feature: F,
      callName: N,
      input: InputOf<Contract[F][N]>,
    ) {
      const answer = (await socket.emitWithAck('call', { name: `${feature}.${String(callName)}`, input })) as Answer<
        ResultOf<Contract[F][N]>
      >
      if (answer.status === 'ok') checkResult(contract[feature][callName] as Call, answer.result)
      return answer
    }
    return {
      socket,
      heard,
      answers,
      asks: async <F extends Feature, N extends CallName<F>>(feature: F, callName: N, input: InputOf<Contract[F][N]>) =>
        good(await answers(feature, callName, input)),
      close: () => socket.disconnect(),
    }
  }

  /** Messages through the whole stream. */
  async function receive(messages: RawMessage[], sourceName = 'town'): Promise<void> {
    const source: Source<number> = {
      name: sourceName,
      async *read(cursor) {
        yield { messages, cursor: (cursor ?? 0) + messages.length }
      },
    }
    await runSource(
      { database, clock, log, language, standingQueries, findPlace, messageDays: config.messageDays },
      source,
      new AbortController().signal,
    )
  }

  function tellLateNotices(): void {
    const telling = late ?? []
    late = null
    for (const tell of telling) tell()
  }

  /** Until every job is done and everything stored is announced. */
  async function settle(): Promise<void> {
    tellLateNotices()
    await drainJobs(jobs, { db: database.db, database, clock, log, language, config })
    // A round trip through the database's notices: those sent before have been heard.
    await new Promise<void>((resolve, reject) => {
      const off = bus.on('scope.changed', ({ userId }) => {
        if (userId !== 0) return
        off()
        resolve()
      })
      notify(database.db, 'scope.changed', { userId: 0 }).catch(reject)
    })
    await standingQueries.settled()
    await web.announcer.catchUp()
  }

  /** A message as a network's adapter would read it. */
  function message(text: string, more: Partial<RawMessage> = {}): RawMessage {
    posts += 1
    return {
      network: 'vk',
      externalId: `post-${posts}`,
      kind: 'post',
      publishedAt: clock.now(),
      text,
      author: { externalId: 'author-1', name: 'Мария Иванова' },
      group: { externalId: 'group-1', name: 'Подслушано' },
      ...more,
    }
  }

  return {
    ...house,
    db: database.db,
    clock,
    web,
    get standingQueries() {
      return standingQueries
    },
    ask,
    categoryId,
    tariffId,
    hold,
    connect,
    receive,
    message,
    /** A text as standing queries are asked about it. */
    matched: (text: string): PlacedMessage => ({ text, network: 'vk', kind: 'post', group: null }),
    /** What a category looks for from now on, instead of what its seed says. */
    async looksFor(slug: string, ...queries: string[]): Promise<void> {
      await setCategoryQueries(database.db, clock, await categoryId(slug), queries)
      standingQueries.close()
      standingQueries = await openStandingQueries(database.db, bus, language, log, clock)
    },
    /** A project of this person with a subscription that runs for so many days; with keywords it is saved, and what is stored is searched. */
    async project(
      owner: Asker & { userId: number },
      fields: Partial<ProjectFields> = {},
      { days = 30, tariffType = 'regular' as Holding['tariffType'] } = {},
    ): Promise<number> {
      const startsAt = clock.now()
      const expiresAt = new Date(startsAt.getTime() + days * DAY)
      const id = await database.db.transaction().execute(async (tx) => {
        const [productId = 0] = await makeProjects(tx, clock, owner.userId, 1)
        await subscribe(tx, {
          userId: owner.userId,
          productType: 'project',
          productId,
          tariffType,
          startsAt,
          expiresAt,
        })
        return productId
      })
      if (fields.keywords) {
        good(await ask('projects', 'updateProject', { id, ...emptyProject, ...fields }, owner))
        await settle()
      }
      return id
    },
    customer: (nickname: string, ...holdings: Holding[]) => person(nickname, [], holdings),
    somebody: (nickname: string, roles: RoleName[], ...holdings: Holding[]) => person(nickname, roles, holdings),
    /** From now on these are in the owner's team. */
    async team(owner: Member, ...members: Member[]): Promise<void> {
      for (const { userId, email } of members) {
        const member = { ownerId: owner.userId, userId, email, username: email }
        await database.db.transaction().execute((tx) => addMember(tx, clock, member))
      }
    },
    leaveTeam: (owner: Member, member: Member): Promise<void> =>
      database.db.transaction().execute((tx) => removeMember(tx, owner.userId, member.userId)),
    /** One post into the stream, as from a network. */
    async post(text: string, more: Partial<RawMessage> = {}): Promise<RawMessage> {
      const posted = message(text, more)
      await receive([posted])
      return posted
    },
    /** The last letter to this address, or the last call to this number, and what is to be done with it. */
    async letterTo(recipient: string) {
      const letter = await database.db
        .selectFrom('letters')
        .select(['id', 'subject', 'html', 'plain'])
        .where('recipient', '=', recipient)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!letter) throw new Error(`nothing was sent to ${recipient}`)
      const { code, link } = readPlain(letter.plain ?? '')
      return { ...letter, code: code ?? '', link: link?.url ?? '' }
    },
    settle,
    /** From now on notices between processes are late, until `tellLateNotices` or `settle`. */
    makeNoticesLate(): void {
      late ??= []
    },
    tellLateNotices,
    /** Notices sent during this work are lost: the bus is without its connection, and comes back after. */
    async missNotices<Result>(work: () => Promise<Result>): Promise<Result> {
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'echolot bus'`.execute(database.db)
      const back = new Promise<void>((resolve) => {
        const off = bus.on('bus.reconnected', () => {
          off()
          resolve()
        })
      })
      const result = await work()
      await back
      return result
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.disconnect()
      standingQueries.close()
      await web.close()
      await bus.close()
      await database.close()
      await onServer(databaseServer, `drop database if exists ${name} with (force)`)
    },
  }
}

function good<Result>(answer: Answer<Result>): Result {
  if (answer.status === 'ok') return answer.result
  throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.details ?? '')}`)
}

/** 'ok', or the code of the refusal. */
export function codeOf(answer: Answer): string {
  return answer.status === 'ok' ? 'ok' : answer.code
}

const checked = new WeakMap<Call, ReturnType<typeof ajv.compile>>()

function checkResult(call: Call, result: unknown): void {
  const check = checked.get(call) ?? ajv.compile(call.result)
  checked.set(call, check)
  if (!check(result)) throw new Error(`${call.method} ${call.path} broke its contract: ${ajv.errorsText(check.errors)}`)
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(command)
  await client.end()
}
