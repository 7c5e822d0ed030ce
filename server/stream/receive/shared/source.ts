/** A source is one way messages come in. Only the files beside this one know a network's shape. */
import type { MessageKind, Network, SourceKind } from '../../../../contract/networks.ts'

export interface RawAuthor {
  externalId: string
  name: string
  avatar?: string | null
  url?: string | null
  city?: string | null
}

export interface RawGroup {
  externalId: string
  name: string
  avatar?: string | null
  url?: string | null
  city?: string | null
  followers?: number | null
  /** What it is, where the network tells. */
  kind?: SourceKind | null
}

/** A post or comment as its adapter read it. (network, externalId) names it for ever: receiving it twice changes nothing. */
export interface RawMessage {
  network: Network
  externalId: string
  kind: MessageKind
  /** When it was written at the source; null when the source does not tell. */
  publishedAt: Date | null
  text: string
  url?: string | null
  author?: RawAuthor | null
  group?: RawGroup | null
  /** Set when the source says that it was changed or taken away there. */
  editedAt?: Date | null
  deleted?: boolean
  /** Made up, to show the product; labelled as such wherever it is shown. */
  demo?: boolean
}

export interface RawBatch<Cursor> {
  messages: RawMessage[]
  /** Where to go on after this batch; kept durably in the transaction that stores the batch. */
  cursor: Cursor
  /** Where a source brings what many bring, each with a cursor of its own: names that row of `source_cursors`. */
  cursorName?: string
  /** Under which name its messages are counted; the source's own otherwise. */
  countedAs?: string
}

export interface Source<Cursor = unknown> {
  /** Names the cursor: one row of `source_cursors`. */
  name: string
  /** Yields batches until the source ends or the signal aborts. `cursor` is null at the very first start. */
  read(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RawBatch<Cursor>>
}
