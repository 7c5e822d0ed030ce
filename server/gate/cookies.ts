/** Cookies as the gate sets them: no script reads them, and no other site's page brings them along. */
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Config } from '../config/config.ts'

/** `__Host-` is a name that no neighbouring domain can set. */
export const sessionCookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-echolot' : 'echolot'

/**
 * @param fromApp the answer goes to an app whose pages have an origin of their own (APP_ORIGINS): to its web view we are another
 * site, so a Lax cookie would never come back. Browsers keep theirs Lax: only the app's cookie, kept apart by `Partitioned`, is
 * without that fence, and the check of the origin stands for both.
 */
export const cookieOptions = (config: Pick<Config, 'production'>, fromApp: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  ...(fromApp ? { sameSite: 'none', secure: true, partitioned: true } : { sameSite: 'lax', secure: config.production }),
})
