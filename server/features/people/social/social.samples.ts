/** A town with both networks beside it, and browsers that go there and come back. */
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { PASSWORD, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import type { Clock } from '../../../kit/clock.ts'
import { sessionCookieName } from '../../../gate/cookies.ts'
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import { openAppleSimulator, type AppleSimulator } from './apple.simulator.ts'
import { readForm } from './network.simulator.ts'
import type { Intent } from './sign-in-state.ts'
import { openVkIdSimulator, type VkIdSimulator } from './vk-id.simulator.ts'

export interface SocialWorld {
  world: TestWorld
  vk: VkIdSimulator
  apple: AppleSimulator
  close(): Promise<void>
}

/** `forRealBrowsers`: at the address at which the town is found, and for them the networks are other sites. */
export async function openSocialTown({ forRealBrowsers = false } = {}): Promise<SocialWorld> {
  // The networks show the same time as the town, which does not stand yet.
  const clock: Clock = { now: () => world.clock.now() }
  const [vk, apple] = await Promise.all([openVkIdSimulator(clock), openAppleSimulator(clock)])
  const at = (network: { url: string; otherSiteUrl: string }): { url: string } => ({
    url: forRealBrowsers ? network.otherSiteUrl : network.url,
  })
  const config = {
    vkId: { ...vk.config, ...at(vk) },
    apple: { ...apple.config, ...at(apple) },
    siteUrl: 'https://echolot.example',
  }
  const world = await openTestWorld({ config })
  // Known only now that it listens.
  if (forRealBrowsers) world.config.siteUrl = world.web.address
  const { siteUrl } = world.config
  vk.redirectUris.add(`${siteUrl}/auth/vk/callback`)
  for (const path of ['reg', 'auth']) apple.redirectUris.add(`${siteUrl}/auth/apple/callback/${path}`)
  return {
    world,
    vk,
    apple,
    async close() {
      await world.close()
      await Promise.all([vk.close(), apple.close()])
    },
  }
}

let people = 0

/** Someone whom no one has seen before sits before every browser. @returns a number that only they have */
export function seatSomebodyNew({ vk, apple }: SocialWorld): number {
  people += 1
  vk.person = {
    user_id: 1_000_000 + people,
    first_name: 'Пётр',
    last_name: 'Ильин',
    email: `vk-${people}@example.ru`,
    phone: '79001234567',
  }
  apple.person = {
    sub: `00${people}.abc.1`,
    firstName: 'Мария',
    lastName: 'Иванова',
    email: `apple-${people}@example.ru`,
    email_verified: 'true',
    is_private_email: 'false',
  }
  Object.assign(vk, { spoiled: {}, inPayload: false, errorStatus: 200 })
  Object.assign(apple, { spoiled: { brought: {}, fetched: {} }, down: false })
  return people
}

/** What a network sends the browser back with. */
export interface WayBack {
  path: string
  /** Apple: a form of another site. */
  form?: Record<string, string>
}

let browsers = 0

/** As much of a browser as cookies and redirects need. It sends no cookies with a form of another site. */
export const openBrowser = ({ world }: SocialWorld, as?: Pick<TestUser, 'token' | 'ip'>): SampleBrowser =>
  new SampleBrowser(world, as)

class SampleBrowser {
  readonly ip: string
  readonly cookies: Map<string, string>
  readonly #world: TestWorld
  /** The cookie that a session is kept in. */
  readonly #session: string

  constructor(world: TestWorld, as: Pick<TestUser, 'token' | 'ip'> | undefined) {
    browsers += 1
    this.ip = as?.ip ?? `172.16.${browsers >> 8}.${browsers & 255}`
    this.#world = world
    this.#session = sessionCookieName(world.config)
    this.cookies = new Map(as ? [[this.#session, as.token]] : [])
  }

  async goes(
    path: string,
    { form, headers = {} }: { form?: Record<string, string> | undefined; headers?: Record<string, string> } = {},
  ) {
    const response = await this.#world.web.app.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      remoteAddress: this.ip,
      cookies: form ? {} : Object.fromEntries(this.cookies),
      headers: form
        ? {
            'content-type': 'application/x-www-form-urlencoded',
            origin: 'https://appleid.apple.com',
            'sec-fetch-site': 'cross-site',
            ...headers,
          }
        : headers,
      ...(form ? { payload: String(new URLSearchParams(form)) } : {}),
    })
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return {
      status: response.statusCode,
      location: String(response.headers.location ?? ''),
      cookies: response.cookies,
      headers: response.headers,
    }
  }

  /** Enters the password, where there is one. */
  async allowsLinking(password = PASSWORD): Promise<string> {
    const response = await this.#world.web.app.inject({
      method: 'POST',
      url: '/api/user/network/allow',
      remoteAddress: this.ip,
      cookies: Object.fromEntries(this.cookies),
      payload: { password },
    })
    for (const { name, value } of response.cookies) this.cookies.set(name, value)
    return response.json<{ code?: string }>().code ?? 'ok'
  }

  /** Puts a category into the cart of a guest. */
  async chooses(category: number): Promise<void> {
    const response = await this.#world.web.app.inject({
      method: 'PUT',
      url: '/api/cart',
      remoteAddress: this.ip,
      cookies: Object.fromEntries(this.cookies),
      payload: { tariffDetails: { product: 'category', type: 'trial' }, items: [category] },
    })
    for (const { name, value } of response.cookies) this.cookies.set(name, value)
  }

  /** To the address of the network. */
  async begins(network: SocialNetworkName, intent: Intent, from?: string, order?: string): Promise<string> {
    if (intent === 'link' && this.token !== null) await this.allowsLinking()
    const query = new URLSearchParams({
      intent,
      ...(from !== undefined && { from }),
      ...(order !== undefined && { order }),
    })
    return (await this.goes(`/auth/network/${network}?${query}`)).location
  }

  /** Presses a button on the network's page. */
  async decides(address: string, decision: 'allow' | 'cancel' = 'allow'): Promise<WayBack> {
    const shown = await fetch(address)
    const html = await shown.text()
    if (shown.status !== 200) throw new Error(`the network shows: ${html}`)
    const { action, fields } = readForm(html)
    const answer = await fetch(new URL(action, address), {
      method: 'POST',
      body: new URLSearchParams({ ...fields, decision }),
      redirect: 'manual',
    })
    const sent = answer.headers.get('location')
    if (sent) return { path: pathOf(sent) }
    const form = readForm(await answer.text())
    return { path: pathOf(form.action), form: form.fields }
  }

  /** Follows where the service sends, as long as it is one of its own calls. @returns the page in the end */
  async returns({ path, form }: WayBack): Promise<string> {
    let { location } = await this.goes(path, { form })
    while (location.startsWith('/auth/')) location = (await this.goes(location)).location
    return location
  }

  /** The whole way. @returns the page in the end */
  async comesIn(
    network: SocialNetworkName,
    intent: Intent,
    { from, order, decision }: { from?: string; order?: string; decision?: 'allow' | 'cancel' } = {},
  ): Promise<string> {
    return this.returns(await this.decides(await this.begins(network, intent, from, order), decision))
  }

  get token(): string | null {
    return this.cookies.get(this.#session) ?? null
  }

  async me() {
    const answer = await this.#world.ask('accounts', 'getMe', {}, { token: this.token, ip: this.ip })
    if (answer.status !== 'ok') throw new Error(codeOf(answer))
    return answer.result.user
  }
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}
