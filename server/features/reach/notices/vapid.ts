/** The keys by which push services know this service (VAPID, RFC 8292): of the settings, or made once and kept. */
import webPush from 'web-push'
import type { AppContext } from '../../../kit/context.ts'
import { seal, unseal } from '../../../kit/seal.ts'

export interface VapidKeys {
  /** 65 bytes in base64url: browsers subscribe with it. */
  publicKey: string
  /** 32 bytes in base64url. */
  privateKey: string
}

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

const NAME = 'vapid'

/** Of processes that come at once one makes them, and all have the same. */
export async function getVapidKeys({ db, clock, config }: Context): Promise<VapidKeys> {
  const { publicKey, privateKey } = config.vapid
  if (publicKey !== '') return { publicKey, privateKey }
  const kept = await findKept({ db, config })
  if (kept) return kept
  const made = webPush.generateVAPIDKeys()
  const row = {
    publicKey: made.publicKey,
    sealed: seal(config.secretKey, NAME, made.privateKey),
    createdAt: clock.now(),
  }
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('noticeKeys')
      .values({ name: NAME, ...row })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    await tx.selectFrom('noticeKeys').select('name').where('name', '=', NAME).forUpdate().execute()
    const first = await findKept({ db: tx, config })
    if (first) return first
    // They were sealed with another secret, and are lost. Browsers subscribe again when they find another key (web/features/reach/notices/browser).
    await tx.updateTable('noticeKeys').set(row).where('name', '=', NAME).execute()
    return made
  })
}

async function findKept({ db, config }: Pick<Context, 'db' | 'config'>): Promise<VapidKeys | null> {
  const row = await db
    .selectFrom('noticeKeys')
    .select(['publicKey', 'sealed'])
    .where('name', '=', NAME)
    .executeTakeFirst()
  const privateKey = row ? unseal(config.secretKey, NAME, row.sealed) : null
  return row && privateKey !== null ? { publicKey: row.publicKey, privateKey } : null
}

/** Where a push service may turn to: Apple takes no one without a real address. */
export function vapidSubject({ vapid, siteUrl, mail }: AppContext['config']): string {
  if (vapid.subject !== '') return vapid.subject
  if (siteUrl.startsWith('https:')) return siteUrl
  return `mailto:${/<([^<>]+)>/.exec(mail.from)?.[1] ?? mail.from}`
}
