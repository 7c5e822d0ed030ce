/**
 * Browsers that were signed in to an account before. They are counted by themselves, so that what strangers try at an account, or at
 * an address that many share, keeps its owner out of neither. Being known is leave to try, and no more: the password decides.
 */
import { randomBytes } from 'node:crypto'
import { knownDeviceDays } from '../../../../contract/people/accounts.ts'
import type { Config } from '../../../config/config.ts'
import { addressRange } from '../../../kit/address-range.ts'
import type { CallContext } from '../../../kit/context.ts'
import { DAY, SECOND } from '../../../kit/clock.ts'
import { seal, unseal } from '../../../kit/seal.ts'

type Browser = Pick<CallContext, 'clock' | 'cookies' | 'config'>

/** The mark is the browser's own; it was last signed in to the account so long before `until`. */
type Known = [userId: number, mark: string, until: number]

const HOLDS = knownDeviceDays * DAY
/** A family at one browser. */
const MOST_ACCOUNTS = 5
/** Another shape of what is sealed needs another number: under this one it is not there. */
const LABEL = 'known device 1'

/** With `__Host-` no neighbouring domain can put its own in. */
const cookieOf = ({ production }: Pick<Config, 'production'>): string =>
  production ? '__Host-echolot-known' : 'echolot-known'

/** Anyone who has signed in was the last to do so at this browser. */
export function rememberDevice(ctx: Browser & Pick<CallContext, 'setCookie'>, userId: number): void {
  const known = listKnown(ctx)
  const mark = markOf(known, userId) ?? randomBytes(12).toString('base64url')
  const others = known.filter(([id]) => id !== userId)
  const kept: Known[] = [[userId, mark, ctx.clock.now().getTime() + HOLDS], ...others.slice(0, MOST_ACCOUNTS - 1)]
  ctx.setCookie(
    cookieOf(ctx.config),
    seal(ctx.config.secretKey, LABEL, JSON.stringify(kept)).toString('base64url'),
    HOLDS / SECOND,
  )
}

/** Null: this browser never was signed in to the account, or not for long. */
export function findDeviceMark(ctx: Browser, userId: number): string | null {
  return markOf(listKnown(ctx), userId)
}

/**
 * By what the rate limit of a guest is counted instead of their address alone. Of all known browsers at an address it is one: a mark is had
 * by signing in, to another account too, and must not be worth another one.
 */
export function knownDeviceAt(ctx: Browser & Pick<CallContext, 'ip'>): string | null {
  return listKnown(ctx).length > 0 ? `known at ${addressRange(ctx.ip)}` : null
}

function listKnown({ clock, cookies, config }: Browser): Known[] {
  const sealed = cookies[cookieOf(config)]
  const text = sealed === undefined ? null : unseal(config.secretKey, LABEL, Buffer.from(sealed, 'base64url'))
  return text === null ? [] : (JSON.parse(text) as Known[]).filter(([, , until]) => until > clock.now().getTime())
}

const markOf = (known: Known[], userId: number): string | null => known.find(([id]) => id === userId)?.[1] ?? null
