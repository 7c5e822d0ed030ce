/**
 * What the page of an address asks first, in one answer: the document asks for it before its scripts have come. Each call goes
 * through the route it would take alone, so rights, rate limits and checks are its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Answer, Call, ResultOf } from '../../contract/call.ts'
import { contract, type Contract } from '../../contract/contract.ts'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { FIRST_ANSWERS, type FirstAnswer, type FirstAnswers, type Start } from '../../contract/first-answers.ts'
import { findPage, isPublic, type FoundPage, type PageName } from '../../contract/pages.ts'
import type { FeedOrder } from '../../contract/reading/feed.ts'
import type { Filter } from '../../contract/reading/filters.ts'
import { requestOf } from '../../contract/request.ts'
import { articleQuestion } from '../../rules/blog/article-list.ts'
import { pageInSearch } from '../../rules/paging/page-hash.ts'
import { AppError } from '../kit/app-error.ts'
import type { AppContext } from '../kit/context.ts'
import { askAs } from './ask-as.ts'
import type { DrawSight } from './first-sight.ts'

type CallName = { [F in keyof Contract]: `${F}.${keyof Contract[F] & string}` }[keyof Contract]
interface Asked {
  name: CallName
  input: Record<string, unknown>
}

const LONGEST_ADDRESS = 8_000

/** A call whose input stands in the address; without it the input is empty. */
interface AskedAt {
  name: CallName
  /**
   * @param params the parts of the path that stand for something
   * @param search what stands behind the question mark
   * @returns in the names that travel, as the page asks; null: at this address it does not ask
   */
  input: (params: FoundPage['params'], search: URLSearchParams) => Record<string, unknown> | null
  /** Where what was asked for stands now, by what was answered; an address that it had before leads there. */
  path?: (result: never) => string
}

/**
 * What only reads and sets no cookie; who is here is asked on every page. A public page is drawn on the server from these answers
 * alone (contract/pages.ts).
 */
const asks: Partial<Record<PageName, readonly (CallName | AskedAt)[]>> = {
  home: [
    'categories.listCategories',
    'categories.listCategorySamples',
    'sources.countHeard',
    'tariffs.listTariffs',
    { name: 'categories.getCategory', input: (_, search) => askedCategory(search) },
  ],
  'find-clients': [
    'categories.listCategories',
    'categories.listCategorySamples',
    'tariffs.listTariffs',
    { name: 'categories.getCategory', input: (_, search) => askedCategory(search) },
  ],
  mentions: ['tariffs.listTariffs'],
  'group-monitoring': ['tariffs.listTariffs', 'sources.countHeard'],
  prices: ['tariffs.listTariffs'],
  feed: [
    'team.getTeam',
    'filters.listFilters',
    'categories.listCategories',
    'subscriptions.listSubscriptions',
    'feed.getFeedSettings',
    'exports.listExports',
    'promo.getGiftPromoCode',
    'learning.getLearned',
  ],
  projects: ['team.getTeam', 'projects.listProjects'],
  groups: ['team.getTeam', 'groups.getGroupset'],
  team: ['team.getTeam', 'subscriptions.listSubscriptions'],
  leads: ['subscriptions.listSubscriptions', 'team.getTeam'],
  'category-search': ['categories.listCategories'],
  category: [
    {
      name: 'categories.getCategory',
      input: ({ slug }) => ({ slug, page: 1 }),
      path: ({ slug }: ResultOf<Contract['categories']['getCategory']>) => `/category/${slug}`,
    },
    { name: 'categories.getCategory', input: ({ slug }, search) => later(search, (page) => ({ slug, page })) },
    'categories.listCategories',
  ],
  blog: [{ name: 'blog.listArticles', input: (_, search) => ({ ...articleQuestion(search) }) }],
  article: [
    {
      name: 'blog.getArticle',
      input: ({ slug }) => ({ slug }),
      path: ({ article }: ResultOf<Contract['blog']['getArticle']>) => `/blog/${article.slug}`,
    },
  ],
  reviews: ['reviews.listReviews', 'reviews.getOwnReview'],
  'category-city': [
    {
      name: 'categories.getCategoryCity',
      input: ({ slug, city }) => ({ slug, city }),
      path: ({ slug, city }: ResultOf<Contract['categories']['getCategoryCity']>) => `/category/${slug}/${city.slug}`,
    },
    'categories.listCategories',
  ],
  about: ['operator.getOperator', 'sources.countHeard'],
  offer: ['operator.getOperator'],
  consent: ['operator.getOperator'],
  order: ['tariffs.listTariffs', 'categories.listCategories', 'payments.listGateways'],
  partner: ['partner.getPartner'],
  'partner-terms': ['partner.getPartnerTerms'],
  profile: ['team.getTeam', 'subscriptions.listSubscriptions', 'promo.getGiftPromoCode', 'accounts.getSignInOptions'],
  notices: ['team.getTeam', 'notices.getNoticeSettings'],
  subscribes: ['team.getTeam', 'subscriptions.listSubscriptions'],
  sources: ['sources.listSources'],
  status: ['sources.getStatus'],
  promo: ['categories.listCategories'],
  privacy: ['privacy.getPrivacyFacts'],
}

/** The further pages of a list: null on the first one. */
function later<Input>(search: URLSearchParams, input: (page: number) => Input): Input | null {
  const page = pageInSearch(search)
  return page > 1 ? input(page) : null
}

/** What pages with the field «Чем вы занимаетесь?» show at once: the category that their address names. */
function askedCategory(search: URLSearchParams): { slug: string; page: number } | null {
  const slug = search.get('category') ?? ''
  return /^[a-z0-9-]{1,60}$/.test(slug) ? { slug, page: 1 } : null
}

export const firstCallNames: readonly CallName[] = [
  'accounts.getMe',
  ...Object.values(asks).flatMap((asked) => asked.map((each) => (typeof each === 'string' ? each : each.name))),
]

/** Calls that the server asks for a page that it draws: they are counted as calls of no visitor. */
export const drawing = new AsyncLocalStorage<true>()

/** What a page asks first, as a guest is answered. */
export function askAsGuest(app: FastifyInstance, found: FoundPage, search: string): Promise<FirstAnswers> {
  return drawing.run(true, () =>
    answersFor(found, search, async ({ name, input }) => {
      const { method, url, body } = requestOf(declared(name), input)
      const response = await app.inject({ method, url, ...(body ? { payload: body } : {}) })
      return { name, input, answer: response.json<Answer>() }
    }),
  )
}

/** Whether there is what the address names, and where it stands now; null: where it was asked for. */
export function placeOf({ name }: FoundPage, answers: FirstAnswers): { absent: boolean; path: string | null } {
  for (const each of asks[name] ?? []) {
    const found = typeof each === 'object' ? answers.find((answer) => answer.name === each.name) : undefined
    if (found === undefined || typeof each !== 'object') continue
    const { answer } = found
    if (answer.status === 'ok') return { absent: false, path: each.path?.(answer.result as never) ?? null }
    // What can't be an address of one is no address of one.
    const error = errors[answer.code as ErrorCode] as { http: number } | undefined
    if (answer.code === 'VALIDATION_FAILED' || error?.http === 404) return { absent: true, path: null }
  }
  return { absent: name === 'not-found', path: null }
}

/** @param drawSight what the page looks like with its answers */
export function answerFirst(app: FastifyInstance, { config }: Pick<AppContext, 'config'>, drawSight: DrawSight): void {
  app.get(FIRST_ANSWERS, async (request) => {
    const { at, width } = request.query as { at?: unknown; width?: unknown }
    if (typeof at !== 'string' || !at.startsWith('/') || at.length > LONGEST_ADDRESS)
      throw new AppError('VALIDATION_FAILED')
    const [path = '/', search = ''] = at.split('?', 2)
    const answers = await answersFor(findPage(path), search, async ({ name, input }) => ({
      name,
      input,
      answer: await askAs(app, request, config, requestOf(declared(name), input)),
    }))
    const result: Start = { answers, sight: await drawSight(at, answers, width) }
    return { status: 'ok', result } satisfies Answer
  })
}

async function answersFor(
  { name: page, params }: FoundPage,
  search: string,
  ask: (asked: Asked) => Promise<FirstAnswer>,
): Promise<FirstAnswers> {
  const me = await ask({ name: 'accounts.getMe', input: {} })
  const guest = resultOf<{ user: unknown }>(me)?.user == null
  const query = new URLSearchParams(search)
  const first: Asked[] = (asks[page] ?? []).flatMap((each) => {
    if (typeof each === 'string') return [{ name: each, input: {} }]
    const input = each.input(params, query)
    return input === null ? [] : [{ name: each.name, input }]
  })
  const forAnyone = first.filter(({ name }) => declared(name).access === 'anyone')
  // A page of people of which a guest may not ask all asks nothing for them.
  if (guest && !isPublic(page) && forAnyone.length < first.length) return [me]
  const asking = (guest ? forAnyone : first).map(ask)
  if (guest || page !== 'feed') return [me, ...(await Promise.all(asking))]
  const answerTo = <Result>(name: CallName): Promise<Result | null> | undefined =>
    asking[first.findIndex((asked) => asked.name === name)]?.then(resultOf<Result>)
  const [list, settings] = await Promise.all([
    answerTo<ResultOf<Contract['filters']['listFilters']>>('filters.listFilters'),
    answerTo<{ order: FeedOrder }>('feed.getFeedSettings'),
  ])
  const input = firstPage(list?.filters ?? [], settings?.order ?? 'new', search)
  return [me, ...(await Promise.all([...asking, ...(input ? [ask({ name: 'feed.queryFeed', input })] : [])]))]
}

/** What the feed is asked for when it is opened at an address that names a filter, or nothing; null: it says more. */
function firstPage(filters: readonly Filter[], order: FeedOrder, search: string): Record<string, unknown> | null {
  const query = new URLSearchParams(search)
  const named = query.get('filter')
  if ([...query.keys()].some((key) => key !== 'filter')) return null
  const filter =
    named === null
      ? (filters.find(({ isDefault }) => isDefault) ?? filters[0])
      : filters.find(({ id }) => String(id) === named)
  return filter ? { filterId: filter.id, limit: filter.limit, ...(order !== 'new' && { order }), pageOffset: 0 } : null
}

const resultOf = <Result>({ answer }: FirstAnswer): Result | null =>
  answer.status === 'ok' ? (answer.result as Result) : null

function declared(name: CallName): Call {
  const [feature, callName] = name.split('.') as [keyof Contract, string]
  const call = (contract[feature] as Record<string, Call | undefined>)[callName]
  if (!call) throw new Error(`no call is named ${name}`)
  return call
}
