import { pageInSearch } from '../paging/page-hash.ts'

/** What of the blog is asked for at an address: `/blog?page=2&tag=чаты&search=отклик`. The page and the server ask alike. */
export interface ArticleQuestion {
  page: number
  tag?: string
  search?: string
}

const MOST_PAGES = 10_000
const LONGEST = { tag: 40, search: 100 }

/** @param query what stands behind the question mark */
export function articleQuestion(query: { get(name: string): string | null }): ArticleQuestion {
  const words = (name: keyof typeof LONGEST): string => (query.get(name) ?? '').trim().slice(0, LONGEST[name]).trim()
  const [tag, search] = [words('tag').toLowerCase(), words('search')]
  return {
    page: pageInSearch(query, MOST_PAGES),
    ...(tag !== '' && { tag }),
    ...(search !== '' && { search }),
  }
}

/** And back: what is not said is not in the address. */
export function blogAddress({ page = 1, tag, search }: Partial<ArticleQuestion>): string {
  const given = Object.entries({ tag, search, ...(page > 1 && { page: String(page) }) }).filter(([, value]) => value)
  if (given.length === 0) return '/blog'
  return `/blog?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`
}
