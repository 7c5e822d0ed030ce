/**
 * What a page costs a browser that comes for the first time: requests, bytes on the wire, and when something stands on the
 * screen. Asks a running server, by default one of `npm start` with the people it prints. A browser of its own for each turn, so
 * that nothing is in a cache; the seconds are of this machine, the requests and bytes of any.
 *
 * Then how soon a public page that is kept begins to come at 200 requests a second, how long one takes to be drawn, and what
 * Lighthouse thinks of each public page, of the feed and of the order (its mobile preset, median of `--scores`).
 *
 *   npm run bench:pages -- [--address http://localhost:3000] [--times 3] [--scores 5] [--only visits,load,scores] [--paths /,/feed]
 *                          [--email anna@demo.echolot] [--password echolot-demo]
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { findPage } from '../contract/pages.ts'
import { launchChromium } from '../tools/chromium.ts'
import { drawings, firstBytes, percentile } from './page-load.ts'
import { scorePages } from './page-scores.ts'

const { values: options } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://localhost:3000' },
    times: { type: 'string', default: '3' },
    scores: { type: 'string', default: '5' },
    only: { type: 'string', default: 'visits,load,scores' },
    paths: { type: 'string', default: '' },
    email: { type: 'string', default: 'anna@demo.echolot' },
    password: { type: 'string', default: 'echolot-demo' },
  },
})

/** In bits a second and milliseconds, as Chromium counts a request; null: as the machine is. */
const networks = { fast: null, slow: { bits: 400_000, latency: 300 } } as const
/** What must stand for the page to be of use. */
const pages = [
  { path: '/', asked: 'guest', wanted: 'main h1' },
  { path: '/order', asked: 'guest', wanted: 'main h1' },
  { path: '/feed', asked: 'person', wanted: 'main article' },
] as const

interface Cost {
  requests: number
  kilobytes: number
  /** Seconds from asking for the address. */
  document: number
  painted: number
  wanted: number
  shift: number
}

/** Watches for what is wanted from the first moment of the page on. */
const watchFor = (wanted: string): string => `{
  const seen = (window.measured = { wanted: 0, shift: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  seen.stands = new Promise((stands) => {
    const look = () => {
      const found = document.querySelector('${wanted}')
      if (found === null || found.closest('[aria-hidden="true"]') !== null) return requestAnimationFrame(look)
      seen.wanted = performance.now()
      stands()
    }
    look()
  })
}`

async function visit(
  browser: Browser,
  session: string | null,
  { path, wanted }: (typeof pages)[number],
  network: keyof typeof networks,
): Promise<Cost> {
  const context = await browser.newContext({ baseURL: options.address, locale: 'ru-RU' })
  context.setDefaultTimeout(120_000)
  if (session !== null) await signIn(context, session)
  await context.addInitScript(watchFor(wanted))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const traffic = await watchTraffic(devtools)
  const slow = networks[network]
  if (slow !== null) {
    const bytes = slow.bits / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }
  await page.goto(path, { waitUntil: 'commit' })
  await page.evaluate('window.measured.stands')
  const { requests, bytes } = traffic
  // What still comes may move what stands.
  await page.waitForLoadState('networkidle')
  const times = await page.evaluate<Pick<Cost, 'document' | 'painted' | 'wanted' | 'shift'>>(`(() => {
    const [asked] = performance.getEntriesByType('navigation')
    const painted = performance.getEntriesByName('first-contentful-paint')[0]
    const { wanted, shift } = window.measured
    return { document: asked.responseEnd / 1000, painted: (painted?.startTime ?? 0) / 1000, wanted: wanted / 1000, shift }
  })()`)
  await context.close()
  return { requests, kilobytes: bytes / 1024, ...times }
}

async function watchTraffic(devtools: CDPSession): Promise<{ requests: number; bytes: number }> {
  const traffic = { requests: 0, bytes: 0 }
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) traffic.requests += 1
  })
  devtools.on('Network.responseReceived', ({ response }) => (traffic.bytes += response.encodedDataLength))
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => (traffic.bytes += encodedDataLength))
  return traffic
}

async function signIn(context: BrowserContext, session: string): Promise<void> {
  const [name = '', value = ''] = session.split('=')
  await context.addCookies([{ name, value, url: options.address, httpOnly: true, sameSite: 'Lax' }])
}

async function openSession(): Promise<string> {
  const { email, password } = options
  const response = await fetch(`${options.address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = response.headers.getSetCookie().find((each) => /echolot/.test(each))
  if (cookie === undefined) throw new Error(`${email} is not let in: ${await response.text()}`)
  return cookie.split(';')[0] ?? ''
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** One address of each public page, as the sitemap names them. */
async function listPublic(): Promise<string[]> {
  const map = await (await fetch(`${options.address}/sitemap.xml`)).text()
  const paths = [...map.matchAll(/<loc>([^<]*)</g)].map(([, url = '']) => new URL(url).pathname)
  return paths.filter((path, at) => paths.findIndex((other) => findPage(other).name === findPage(path).name) === at)
}

async function measureVisits(session: string): Promise<void> {
  const browser = await launchChromium()
  try {
    for (const network of ['fast', 'slow'] as const) {
      for (const page of pages) {
        const costs: Cost[] = []
        for (let time = 0; time < Number(options.times); time++)
          costs.push(await visit(browser, page.asked === 'person' ? session : null, page, network))
        const of = (name: keyof Cost): number => median(costs.map((cost) => cost[name]))
        console.log(
          `${network} ${page.path.padEnd(6)} requests ${of('requests')}, ${of('kilobytes').toFixed(0)} KB before it stands; ` +
            `document ${of('document').toFixed(2)} s, first paint ${of('painted').toFixed(2)} s, stands ${of('wanted').toFixed(2)} s; ` +
            `layout shift ${of('shift').toFixed(3)}`,
        )
      }
    }
  } finally {
    await browser.close()
  }
}

async function measureLoad(paths: readonly string[]): Promise<void> {
  for (const path of ['/', paths.find((each) => findPage(each).name === 'category') ?? '/']) {
    // Kept from now on, and the code is warm.
    await firstBytes(options.address + path, 100, 3)
    const times = await firstBytes(options.address + path, 200, 15)
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)]
    console.log(
      `${path}, kept, 200 a second: first byte p50 ${half.toFixed(1)} ms, p99 ${most.toFixed(1)} ms, last ${times.at(-1)?.toFixed(1)} ms`,
    )
  }
  for (const path of paths) {
    const times = await drawings(options.address, path, 40)
    const [least, half, most] = [0, 0.5, 0.95].map((part) => percentile(times, part).toFixed(1))
    console.log(`${path} drawn in ${half} ms, at least ${least}, p95 ${most}`)
  }
}

console.log(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`)
const wanted = options.only.split(',')
const session = await openSession()
const publicPaths = await listPublic()
if (wanted.includes('load')) await measureLoad(publicPaths)
if (wanted.includes('visits')) await measureVisits(session)
if (wanted.includes('scores')) {
  const guests = publicPaths.map((path) => ({ path, session: null }))
  const signedIn = ['/feed', '/order'].map((path) => ({ path, session }))
  const asked = options.paths === '' ? null : options.paths.split(',')
  const scored = [...guests, ...signedIn].filter(({ path }) => asked?.includes(path) ?? true)
  await scorePages(options.address, scored, Number(options.scores))
}
