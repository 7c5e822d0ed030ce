/**
 * Which file of the built web a module goes into. A page is to come in a handful of requests, and to bring nothing that only
 * others need; which module is needed where is read off a first build without any grouping, since only the bundler knows
 * what of a library is left after its unused parts are gone.
 *
 *   vendor   libraries that every page needs before it is drawn: a release of ours leaves them in people's caches
 *   app      the same of our own
 *   common   what the home page needs, and others too; what other pages for guests have in common with the feed or the order
 *   shared   what the feed needs, and others too; what stands in the head of every page a little later
 *   offer    what the order needs, and others too
 *   landing  what the home page shares with other pages for guests alone
 *   site     what several pages for guests need, and others too
 *   others   what only others share, or one of them and a dialog
 *   dialogs  what is only ever opened: all dialogs of one page together (`feed-dialogs`), those of several in one
 */
import { build, type InlineConfig, type Rollup } from 'vite'
import { isDrawn, pages, type PageName } from '../../contract/pages.ts'

/** @param id a module's path @returns the name of its file; null: the bundler decides */
export type NameChunk = (id: string) => string | null

/** Where strangers arrive: it brings nothing that only others need. */
const LANDING = 'home'
/** Where people are most of the time: it waits for nothing that only others need. */
const DAILY = 'feed'
/** Where people come to pay: it brings nothing that only others need. */
const SELLING = 'order'
/** What every page fetches as soon as it stands. */
const NEXT = /\/user-menu\.tsx$/
/** Pages where strangers come from a search: they bring nothing that only people who are signed in need. */
const isForGuests = (page: string): boolean => page in pages && isDrawn(page as PageName)
const PAGES = /\/web\/pages\/([a-z-]+)-page\.tsx$/
const DIALOG = /-dialogs?\.tsx$/

/** @param config what the build is made with, without any grouping */
export async function planChunks(config: InlineConfig): Promise<NameChunk> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rollup.RollupOutput
  return namer(output.filter((each) => each.type === 'chunk'))
}

interface Needs {
  first: boolean
  pages: Set<string>
  /** What is fetched later and needs it: the files that are imported when they are wanted. */
  later: Set<string>
}

function namer(chunks: Rollup.OutputChunk[]): NameChunk {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needs = new Map<string, Needs>()
  const audiences = new Map<string, Set<string>>()
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('the web has no entry')
  const pageOf = ({ facadeModuleId }: Rollup.OutputChunk): string | null =>
    PAGES.exec(facadeModuleId ?? '')?.[1] ?? null

  for (const root of [entry, ...chunks.filter(({ isDynamicEntry }) => isDynamicEntry)]) {
    const page = pageOf(root)
    for (const file of withImports(root.fileName, byFile, 'imports')) {
      for (const id of byFile.get(file)?.moduleIds ?? []) {
        const known = needs.get(id) ?? { first: false, pages: new Set(), later: new Set() }
        needs.set(id, known)
        if (root === entry) known.first = true
        else if (page === null) known.later.add(root.fileName)
        else known.pages.add(page)
      }
    }
    if (page === null && root !== entry) continue
    for (const file of withImports(root.fileName, byFile, 'dynamicImports'))
      audiences.set(file, (audiences.get(file) ?? new Set()).add(page ?? 'everywhere'))
  }

  const forDaily = (pages: Set<string>, later: Set<string>): boolean =>
    pages.has(DAILY) || [...later].some((file) => NEXT.test(byFile.get(file)?.facadeModuleId ?? ''))

  // What only one or two of them need the bundler keeps apart: the others would wait for it.
  const siteFile = (pages: Set<string>): string | null => ([...pages].filter(isForGuests).length > 2 ? 'site' : null)

  return (id) => {
    const known = needs.get(id)
    if (!known) return null
    const library = id.includes('/node_modules/')
    const { first, pages, later } = known
    if (first) return library ? 'vendor' : 'app'
    const audience = new Set([...pages, ...[...later].flatMap((file) => [...(audiences.get(file) ?? [])])])
    const [only] = audience.size === 1 ? audience : []
    if (pages.size > 1 || (pages.size === 1 && only === undefined)) {
      if (pages.has(LANDING)) return [...pages].every(isForGuests) ? 'landing' : 'common'
      const guests = [...pages].some(isForGuests)
      if (forDaily(pages, later)) return guests ? 'common' : 'shared'
      if (pages.has(SELLING)) return guests ? 'common' : 'offer'
      return guests ? siteFile(pages) : 'others'
    }
    if (pages.size === 1) return `${only}-page`
    const dialogs = [...later].every((file) => DIALOG.test(byFile.get(file)?.facadeModuleId ?? ''))
    // What a library has for them alone comes with them: in a file that only leads to theirs it would be read after they were.
    if (!dialogs) return null
    return only === undefined || only === 'everywhere' ? 'dialogs' : `${only}-dialogs`
  }
}

/** A file and what comes with it; with `dynamicImports` also what may be fetched from there, but no other page. */
function withImports(
  from: string,
  files: ReadonlyMap<string, Rollup.OutputChunk>,
  kind: 'imports' | 'dynamicImports',
): Set<string> {
  const reached = new Set<string>()
  const queue = [from]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const chunk = files.get(file)
    if (reached.has(file) || !chunk) continue
    if (file !== from && PAGES.test(chunk.facadeModuleId ?? '')) continue
    reached.add(file)
    queue.push(...chunk.imports, ...(kind === 'dynamicImports' ? chunk.dynamicImports : []))
  }
  return reached
}
