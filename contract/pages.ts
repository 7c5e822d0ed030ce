/** The addresses that people open, each once: the web draws a page at each, the server answers any other one with 404. */

interface Page {
  path: string
  /** Of the tab, before anything else is known of it; null: the name of the service alone. */
  title: string | null
  /**
   * Guests and search engines may see it: the server draws it whole for them (server/gate/public-pages), and the sitemap names it.
   * One whose path has parts that stand for something is named there by its feature (`publicAddresses`).
   */
  public?: true
  /** What stands behind the question mark and makes another page of it; at an address that says more it is not drawn. */
  query?: readonly string[]
  /** The call whose answer people come for: with it the page is drawn for them before its scripts come (server/gate/first-sight.ts). */
  sight?: string
}

/** By the name of the file that draws it: `feed` is web/pages/feed-page.tsx. */
export const pages = {
  home: { path: '/', title: null, public: true },
  'find-clients': { path: '/poisk-klientov', title: 'Поиск клиентов в социальных сетях', public: true },
  mentions: { path: '/monitoring-upominanij', title: 'Мониторинг упоминаний', public: true },
  'group-monitoring': { path: '/monitoring-grupp', title: 'Мониторинг групп и каналов', public: true },
  prices: { path: '/tarify', title: 'Тарифы и цены', public: true },
  feed: { path: '/feed', title: 'Лента', sight: 'feed.queryFeed' },
  'black-list': { path: '/feed/blacklist', title: 'Чёрный список' },
  projects: { path: '/custom-category', title: 'Упоминания' },
  groups: { path: '/groups', title: 'Группы' },
  leads: { path: '/leads', title: 'Лиды' },
  'category-search': { path: '/podbor-kategorii', title: 'Подбор категории', public: true },
  category: { path: '/category/:slug', title: 'Категория', public: true, query: ['page'] },
  'category-city': { path: '/category/:slug/:city', title: 'Категория', public: true },
  sources: { path: '/sources', title: 'Слышимость сетей' },
  status: { path: '/status', title: 'Как слышно сети', public: true },
  logout: { path: '/logout', title: 'Выход' },
  recovery: { path: '/recovery', title: 'Новый пароль' },
  profile: { path: '/profile', title: 'Профиль' },
  subscribes: { path: '/subscribes', title: 'Подписки' },
  goto: { path: '/goto/:messageId', title: 'Переход по ссылке' },
  invoice: { path: '/invoice/:account', title: 'Счёт' },
  team: { path: '/team', title: 'Команда' },
  'team-invitation': { path: '/team-invitation', title: 'Приглашение в команду' },
  notice: { path: '/notice', title: 'Из письма' },
  unsubscribe: { path: '/unsubscribe', title: 'Отписка от рассылки' },
  notices: { path: '/notices', title: 'Уведомления' },
  blog: { path: '/blog', title: 'Блог', public: true, query: ['page', 'tag', 'search'] },
  article: { path: '/blog/:slug', title: 'Статья', public: true },
  order: { path: '/order', title: 'Тарифы' },
  partner: { path: '/partner', title: 'Партнёр' },
  'partner-terms': { path: '/partner-terms', title: 'Партнёрская программа', public: true },
  promo: { path: '/promo', title: 'Попробовать бесплатно', public: true, query: ['ctg'] },
  reviews: { path: '/reviews', title: 'Отзывы', public: true },
  contacts: { path: '/contacts', title: 'Контакты', public: true },
  faq: { path: '/faq', title: 'Вопросы и ответы', public: true },
  about: { path: '/about', title: 'О сервисе', public: true },
  offer: { path: '/offer', title: 'Оферта', public: true },
  consent: { path: '/consent', title: 'Согласие на обработку данных', public: true },
  admin: { path: '/admin', title: 'Админ' },
  support: { path: '/support', title: 'Тех поддержка' },
  privacy: { path: '/privacy', title: 'Что мы храним о вас', public: true },
  'not-found': { path: '*', title: 'Нет такой страницы' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** Is it drawn by the server for guests? */
export const isDrawn = (name: PageName): boolean => isPublic(name) || name === 'not-found'

export const queryOf = (name: PageName): readonly string[] => (pages[name] as Page).query ?? []

export const isPublic = (name: PageName): boolean => 'public' in pages[name]

/** Null: the page is drawn by its scripts alone. */
export const sightOf = (name: PageName): string | null => (pages[name] as Page).sight ?? null

const SERVICE = 'Эхолот — сообщения людей, которые ищут вас'

/** What a tab is called that shows a page of this name. */
export const tabTitle = (name: string | null): string => (name === null ? SERVICE : `${name} — Эхолот`)

export interface FoundPage {
  name: PageName
  /** The parts of the path that stand for something, decoded. */
  params: Record<string, string>
}

const byPath = Object.entries(pages).map(([name, { path }]) => ({ name: name as PageName, steps: path.split('/') }))

/**
 * The page of a path (without query and hash); `not-found` when it is none of ours. A slash at the end makes no difference, nor
 * do capitals, as in the router of the web.
 */
export function findPage(path: string): FoundPage {
  const steps = (path === '/' ? path : path.replace(/\/+$/, '')).split('/')
  for (const { name, steps: declared } of byPath) {
    if (declared.length !== steps.length) continue
    const params = paramsOf(declared, steps)
    if (params !== null) return { name, params }
  }
  return { name: 'not-found', params: {} }
}

function paramsOf(declared: string[], steps: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, step] of declared.entries()) {
    const given = steps[index] ?? ''
    if (!step.startsWith(':')) {
      if (step.toLowerCase() !== given.toLowerCase()) return null
      continue
    }
    if (given === '') return null
    try {
      params[step.slice(1)] = decodeURIComponent(given)
    } catch {
      return null
    }
  }
  return params
}
