/**
 * The window that pages without a browser stand in (jsdom): one for all pages of a worker, since React and the libraries keep the
 * first one they meet. What a page asks goes to the real server with the cookies of this window, as a browser sends them.
 */
import { CookieJar, JSDOM, VirtualConsole } from 'jsdom'
import { sessionCookieName } from '../../server/gate/cookies.ts'

const virtualConsole = new VirtualConsole()
// Canvas and navigation to another site are for stories in a browser.
virtualConsole.on('jsdomError', (error) => {
  if (!('type' in error && error.type === 'not-implemented')) console.error(error)
})

const dom = new JSDOM('<!doctype html><html lang="ru"><head></head><body></body></html>', {
  url: 'http://127.0.0.1/',
  pretendToBeVisual: true,
  virtualConsole,
  cookieJar: new CookieJar(),
})
export const { window } = dom

/** Of the page that is open now. */
export const display = { width: 1440 }

export function setAddress(address: string): void {
  dom.reconfigure({ url: address })
  // jsdom leaves the window the origin it began with, and says that one to the server when a socket is opened.
  Object.assign(window, { _origin: new URL(address).origin })
}

/** Whether this window has the cookie of a session. */
export const isSignedIn = (address: string): boolean =>
  dom.cookieJar.getCookiesSync(address).some(({ key }) => key === sessionCookieName({ production: false }))

/** A browser of someone else: nothing stored, no cookies but this one. */
export async function changeVisitor(address: string, cookie: { name: string; value: string } | null): Promise<void> {
  await dom.cookieJar.removeAllCookies()
  window.localStorage.clear()
  window.sessionStorage.clear()
  if (cookie !== null) await dom.cookieJar.setCookie(`${cookie.name}=${cookie.value}; Path=/; HttpOnly`, address)
}

/** Node has these too, and a page needs the window's. */
const ofTheWindow = new Set(
  `window self navigator location history localStorage sessionStorage WebSocket FormData
   Event EventTarget CustomEvent MessageEvent StorageEvent`.split(/\s+/),
)

/** Makes the window's names global, as a page expects them. Before the pages are imported. */
export function installWindow(): void {
  const define = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { configurable: true, writable: true, value })
  }
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis && !ofTheWindow.has(name)) continue
    define(globalThis, name, name === 'window' || name === 'self' ? window : window[name as keyof typeof window])
  }
  for (const [name, value] of Object.entries(withoutLayout)) {
    define(window, name, value)
    define(globalThis, name, value)
  }
  // Fields that grow with their text measure it again once a font has come.
  define(window.document, 'fonts', new window.EventTarget())
  define(window.Element.prototype, 'scrollIntoView', () => {})
  // An editor of text asks where its cursor stands.
  define(window.Range.prototype, 'getClientRects', () => [])
  define(window.Range.prototype, 'getBoundingClientRect', () => new window.DOMRect())
  define(window.Element.prototype, 'scrollTo', () => {})
  // What is asked for is hidden by style sheets, which are not read.
  define(window.Element.prototype, 'checkVisibility', () => true)
  takeForeignSignals()
  takeForeignEvents()
}

/** Sees nothing: there is no layout that could change. */
class BlindObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** What jsdom has not. */
const withoutLayout = {
  matchMedia,
  fetch: fetchWithCookies,
  ResizeObserver: BlindObserver,
  IntersectionObserver: BlindObserver,
  scrollTo: (): void => {},
  requestIdleCallback: (work: () => void) => setTimeout(work, 0),
  cancelIdleCallback: (id: NodeJS.Timeout) => clearTimeout(id),
}

const EM = 16

/** Of the width, for someone with a mouse who minds what moves by itself. */
function matchMedia(media: string) {
  const bound = (which: string): number | null => {
    const found = new RegExp(`${which}-width:\\s*([\\d.]+)(px|em|rem)`).exec(media)
    return found === null ? null : Number(found[1]) * (found[2] === 'px' ? 1 : EM)
  }
  const matches =
    display.width >= (bound('min') ?? 0) &&
    display.width <= (bound('max') ?? Infinity) &&
    !/color-scheme:\s*dark|hover:\s*none|pointer:\s*coarse|display-mode|no-preference/.test(media)
  const ignore = (): void => {}
  return {
    matches,
    media,
    addListener: ignore,
    removeListener: ignore,
    addEventListener: ignore,
    removeEventListener: ignore,
  }
}

const nodeFetch = globalThis.fetch
const NodeEvent = globalThis.Event
const NodeEventTarget = globalThis.EventTarget

async function fetchWithCookies(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (typeof input !== 'string' || !input.startsWith('/')) return nodeFetch(input, init)
  const address = new URL(input, window.location.href).href
  const headers = new Headers(init.headers)
  headers.set('cookie', await dom.cookieJar.getCookieString(address))
  headers.set('origin', window.location.origin)
  headers.set('user-agent', window.navigator.userAgent)
  const response = await nodeFetch(address, { ...init, headers })
  await Promise.all(response.headers.getSetCookie().map((cookie) => dom.cookieJar.setCookie(cookie, address)))
  return response
}

/** jsdom takes only abort signals of its own make, and pages have Node's, which fetch wants. */
function takeForeignSignals(): void {
  const { prototype } = window.EventTarget
  const add = prototype.addEventListener
  prototype.addEventListener = function addEventListener(type, listener, options) {
    if (typeof options !== 'object' || options?.signal === undefined) return add.call(this, type, listener, options)
    const { signal, ...rest } = options
    add.call(this, type, listener, rest)
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true })
  }
}

/** The socket beneath jsdom's is one of Node's event targets, which take only Node's events, and says `open` by the global one. */
function takeForeignEvents(): void {
  const { prototype } = NodeEventTarget
  const dispatch = prototype.dispatchEvent
  prototype.dispatchEvent = function dispatchEvent(event) {
    return dispatch.call(this, event instanceof window.Event ? new NodeEvent(event.type) : event)
  }
}
