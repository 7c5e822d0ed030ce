/** The thread in which feeds and pages are parsed: what a hostile one costs, it costs no one else. */
import { parentPort } from 'node:worker_threads'
import { decodeBytes } from './decode-bytes.ts'
import { readPageOf, type DiscoveredPage } from './discover.ts'
import { readFeed, type Feed } from './feed.ts'

export interface ParseOrder {
  kind: 'feed' | 'page'
  bytes: Uint8Array
  contentType: string | null
  address: string
}
/** `ready` once, when it may be handed work; then a word for each order. */
export type ParseWord = 'ready' | { feed: Feed | null } | { page: DiscoveredPage } | { error: string }

function parse({ kind, bytes, contentType, address }: ParseOrder): ParseWord {
  try {
    const text = decodeBytes(bytes, contentType)
    return kind === 'feed' ? { feed: readFeed(text, address) } : { page: readPageOf(text, address) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (order: ParseOrder) => parentPort?.postMessage(parse(order)))
parentPort?.postMessage('ready' satisfies ParseWord)
