/**
 * Messages as strangers may see them: naming no one, and of a category what everybody who holds it sees, as old as a trial shows it.
 * Apart from categories.public.ts: this brings the dictionary with it.
 */
import { sql, type RawBuilder } from 'kysely'
import type { MessageKind, Network } from '../../../../contract/networks.ts'
import type { Sample } from '../../../../contract/watching/projects.ts'
import { isSpamSql } from '../../../../rules/filters/spam.ts'
import { mayReadVerdictSql } from '../../../../rules/filters/verdict.ts'
import type { ArchivedMessage } from '../../../archive/archive.public.ts'
import type { NameFinder } from './find-names.ts'
import { hideContacts } from './hide-contacts.ts'

export { loadNameFinder } from './find-names.ts'

/** Of an item `i`: no moderator took it away, and no one holds it for spam. */
export const isPublicItemSql: RawBuilder<boolean> = sql.raw(
  `not i.gone and ${mayReadVerdictSql('i', false)} and not ${isSpamSql('i')}`,
)

export interface PublicMessage extends ArchivedMessage {
  spans: [number, number][]
}

export function showSample(
  { id, network, kind, text, spans, publishedAt, demo }: PublicMessage,
  findNames: NameFinder,
): Sample {
  return {
    id,
    network: network as Network,
    kind: kind as MessageKind,
    ...hideContacts(text, spans, findNames),
    publishedAt: publishedAt.toISOString(),
    group: null,
    url: null,
    demo,
    suppressedBy: null,
  }
}
