/** Items of categories as strangers may see them: what everybody who holds the category sees, as old as a trial shows it, naming nobody. */
import { sql, type RawBuilder } from 'kysely'
import { SPAM_COUNT } from '../../../contract/feed.ts'
import type { MessageKind, Network } from '../../../contract/networks.ts'
import type { Sample } from '../../../contract/projects.ts'
import type { StoredMessage } from '../recent/recent.public.ts'
import type { NameFinder } from './find-names.ts'
import { hideContacts } from './hide-contacts.ts'

/** Of an item `i`: no moderator took it away, and nobody holds it for spam. */
export const isPublic: RawBuilder<boolean> = sql`not i.gone and (i.verdict is null or i.verdict = 'approved')
  and not (i.verdict is distinct from 'approved' and (i.spam_count >= ${SPAM_COUNT} or i.unwanted))`

export interface PublicMessage extends StoredMessage {
  spans: [number, number][]
}

export function showSample(
  { id, network, kind, text, spans, publishedAt, demo }: PublicMessage,
  findNames: NameFinder,
): Sample {
  return {
    id,
    resource: network as Network,
    messageType: kind as MessageKind,
    ...hideContacts(text, spans, findNames),
    publishedAt: publishedAt.toISOString(),
    group: null,
    url: null,
    demo,
    withheld: null,
  }
}
