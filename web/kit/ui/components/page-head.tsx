import { useLocation } from 'react-router'
import { tabTitle } from '../../../../contract/pages.ts'
import { pageInSearch } from '../../../../rules/paging/page-hash.ts'
import { useSiteAddress } from '../site-address.ts'
import { pictureOf } from '../picture-address.ts'

export interface PageHeadProps {
  /** In the title of the tab; null: the name of the service alone. With the name of the service behind it, at most 65 signs. */
  name: string | null
  /** What is news on the page: «3», before the title. */
  count?: string | null
  /** For those who find the page by a search: at most 160 signs. */
  description: string
  /** In place of the picture that the server draws of the title. `path`: of ours, a PNG or JPEG of 1200×630. */
  image?: { path: string; alt: string }
  /** Moments as ISO 8601 with a zone. */
  article?: { publishedAt: string; changedAt: string; author: string }
  /** The way to this page from the home page, which is not named; this page is the last. */
  steps?: { name: string; path: string }[]
  /** Further structured data (schema.org, without `@context`); only of what the page shows. A `url` may be a path of ours. */
  data?: object[]
  /** Search engines are to leave it out. */
  hidden?: boolean
}

const SITE = 'Эхолот'

/**
 * The head of a page that search engines and previews in messengers read. React lifts it into the document's own, wherever it
 * is drawn; the server puts it there before any script has run.
 */
export function PageHead(props: PageHeadProps) {
  const { name, count, description, article, hidden } = props
  const site = useSiteAddress()
  const { pathname, search } = useLocation()
  const title = tabTitle(name)
  const tab = count ? `(${count}) ${title}` : title
  const address = site + canonicalOf(pathname, search)
  if (hidden)
    return (
      <>
        <title>{tab}</title>
        <meta name="description" content={description} />
        <meta name="robots" content="noindex,follow" />
      </>
    )
  const image = props.image ?? { path: pictureOf(pathname, title), alt: title }
  return (
    <>
      <title>{tab}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content={SITE} />
      <meta property="og:locale" content="ru_RU" />
      <meta property="og:title" content={name ?? title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={site + image.path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {article && (
        <>
          <meta property="article:published_time" content={article.publishedAt} />
          <meta property="article:modified_time" content={article.changedAt} />
          <meta property="article:author" content={article.author} />
        </>
      )}
      {structuredDataOf(props, site).map((each) => (
        <script
          key={each}
          type="application/ld+json"
          // A name that someone gave cannot end the script.
          dangerouslySetInnerHTML={{ __html: each }}
        />
      ))}
    </>
  )
}

/** Of all that may stand behind the question mark only the page of a list makes another page. */
function canonicalOf(pathname: string, search: string): string {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  const page = pageInSearch(new URLSearchParams(search))
  return page > 1 ? `${path}?page=${page}` : path
}

function structuredDataOf({ steps, data = [] }: PageHeadProps, site: string): string[] {
  const way = steps && {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: SITE, path: '/' }, ...steps].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: site + step.path,
    })),
  }
  return [...(way ? [way] : []), ...data].map((each) =>
    JSON.stringify({ '@context': 'https://schema.org', ...each }, (key, value: unknown) =>
      key === 'url' && typeof value === 'string' && value.startsWith('/') ? site + value : value,
    ).replaceAll('<', '\\u003c'),
  )
}
