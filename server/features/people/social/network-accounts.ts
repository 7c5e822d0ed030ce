/** Which account belongs to whom at which network. */
import type { Config } from '../../../config/config.ts'
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import type { Clock } from '../../../kit/clock.ts'
import { seal, unseal } from '../../../kit/seal.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import type { SocialIdentity } from './sign-in-network.ts'

export interface Linked {
  network: SocialNetworkName
  externalId: string
  userId: number
  sealedToken: Buffer | null
}

/** Until the end of the transaction no one else decides who this is. */
export async function lockIdentity(tx: Tx, network: SocialNetworkName, externalId: string): Promise<void> {
  await lock(tx, 'network account', network, externalId)
}

export async function findLinked(db: DbOrTx, network: SocialNetworkName, externalId: string): Promise<Linked | null> {
  const row = await db
    .selectFrom('networkAccounts')
    .select(['externalId', 'userId', 'sealedToken'])
    .where('network', '=', network)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  return row ? { ...row, network } : null
}

export async function listLinked(db: DbOrTx, userId: number): Promise<Linked[]> {
  const rows = await db
    .selectFrom('networkAccounts')
    .select(['network', 'externalId', 'userId', 'sealedToken'])
    .where('userId', '=', userId)
    .execute()
  return rows.map((row) => ({ ...row, network: row.network as SocialNetworkName }))
}

export interface From {
  ip: string
  userAgent: string
}

/** The caller knows that neither of the two is linked to another one. */
export async function insertLinked(
  tx: Tx,
  clock: Clock,
  config: Config,
  from: From,
  { network, identity, userId }: { network: SocialNetworkName; identity: SocialIdentity; userId: number },
): Promise<void> {
  const { externalId, email } = identity
  await tx
    .insertInto('networkAccounts')
    .values({
      network,
      externalId,
      userId,
      email,
      sealedToken: sealToken(config, network, identity),
      createdAt: clock.now(),
    })
    .execute()
  await recordAuditEntry(tx, clock, from, { actorId: userId, userId, action: 'network-linked', details: { network } })
}

/** What the network said again. */
export async function refreshLinked(
  tx: Tx,
  config: Config,
  network: SocialNetworkName,
  identity: SocialIdentity,
): Promise<void> {
  const sealedToken = sealToken(config, network, identity)
  await tx
    .updateTable('networkAccounts')
    .set({ email: identity.email, ...(sealedToken ? { sealedToken } : {}) })
    .where('network', '=', network)
    .where('externalId', '=', identity.externalId)
    .execute()
}

/** @param from null: the network or the service itself does it */
export async function deleteLinked(
  tx: Tx,
  clock: Clock,
  from: From | null,
  { network, externalId, userId }: Linked,
): Promise<void> {
  await tx.deleteFrom('networkAccounts').where('network', '=', network).where('externalId', '=', externalId).execute()
  await recordAuditEntry(tx, clock, from, {
    actorId: from ? userId : null,
    userId,
    action: 'network-unlinked',
    details: { network },
  })
}

/** It is good for nothing any more. */
export async function forgetToken(db: DbOrTx, { network, externalId }: Linked): Promise<void> {
  await db
    .updateTable('networkAccounts')
    .set({ sealedToken: null })
    .where('network', '=', network)
    .where('externalId', '=', externalId)
    .execute()
}

const label = (network: SocialNetworkName, externalId: string): string => `network token ${network} ${externalId}`

function sealToken(
  { secretKey }: Config,
  network: SocialNetworkName,
  { externalId, token }: SocialIdentity,
): Buffer | null {
  return token === null ? null : seal(secretKey, label(network, externalId), token)
}

/** Null: there is none, or it was sealed with another secret. */
export function openToken({ secretKey }: Config, { network, externalId, sealedToken }: Linked): string | null {
  return sealedToken ? unseal(secretKey, label(network, externalId), sealedToken) : null
}
