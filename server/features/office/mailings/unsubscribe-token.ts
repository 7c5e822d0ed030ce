/** Links by which one leaves mailings. Nothing of them is stored; a key made of the secret of the service says that we wrote them. They hold for as long as anyone keeps the letter. */
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { readSignedWords, signWords, type Signature } from '../../../kit/signed-words.ts'

const signature: Signature = { purpose: 'echolot links of mailings', bytes: 15 }

/** `recipientId`: of a mailing; `userId`: of a try, which no one else was sent. */
export type Leaving = { type: MailingType } & ({ recipientId: number } | { userId: number })

interface Keys {
  config: { secretKey: string }
}

/** @returns of letters, digits, «.», «-» and «_», short: relays fold longer lines of a header, and break what was signed */
export function signLeaving({ config }: Keys, leaving: Leaving): string {
  const [kind, id] = 'userId' in leaving ? ['u', leaving.userId] : ['r', leaving.recipientId]
  const words = `${leaving.type === 'info' ? 'i' : 'a'}${kind}.${id.toString(36)}`
  return signWords(config.secretKey, signature, words)
}

/** Null: we did not write it. */
export function readLeaving({ config }: Keys, token: string): Leaving | null {
  const [, type, kind, id = ''] = /^([ia])([ru])\.([0-9a-z]{1,11})\.[\w-]{20}$/.exec(token) ?? []
  if (type === undefined || readSignedWords(config.secretKey, signature, token) === null) return null
  const number = Number.parseInt(id, 36)
  return {
    type: type === 'i' ? 'info' : 'advertising',
    ...(kind === 'u' ? { userId: number } : { recipientId: number }),
  }
}
