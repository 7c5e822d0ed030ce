/** To which services notices of browsers may be handed. An endpoint is what a browser says it is: without this list anyone could have us ask any address. */
import type { Config } from '../../../config/config.ts'

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
/** Of names below them; Microsoft and Apple have one for each of their places. */
const zones = ['.notify.windows.com', '.push.apple.com']

/** Over https alone, at its usual port; at those of `PUSH_HOSTS` at the port that stands there, and outside production without https. */
export function isPushService(endpoint: string, { pushHosts, production }: Pick<Config, 'pushHosts' | 'production'>) {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, host, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (pushHosts.includes(host)) return protocol === 'https:' || (protocol === 'http:' && !production)
  if (protocol !== 'https:' || port !== '') return false
  return hosts.includes(hostname) || zones.some((zone) => hostname.endsWith(zone))
}
