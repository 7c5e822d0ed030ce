import type { Export } from '../../../../contract/reading/exports.ts'

/** Which of two words about one file is the later one: signals and answers may overtake each other. */
const order: Record<Export['status'], number> = { waiting: 0, active: 1, ready: 2, empty: 2, failed: 2 }

function isLater(received: Export, known: Export): boolean {
  if (received.status !== known.status) return order[received.status] >= order[known.status]
  return received.done >= known.done
}

/** The newest stand first. */
export function withExport(before: readonly Export[], received: Export): Export[] {
  const known = before.find(({ id }) => id === received.id)
  if (!known) return [received, ...before].sort((one, other) => other.id - one.id)
  return isLater(received, known) ? before.map((each) => (each.id === received.id ? received : each)) : [...before]
}

export function withoutExport(before: readonly Export[], id: number): Export[] {
  return before.filter((each) => each.id !== id)
}

/** Files that were being made when last looked at, and are done with now. */
export function finished(before: readonly Export[], now: readonly Export[]): Export[] {
  const unready = new Set(
    before.filter(({ status }) => status === 'waiting' || status === 'active').map(({ id }) => id),
  )
  return now.filter(({ id, status }) => unready.has(id) && order[status] === 2)
}

/** How far it is, 0–100; null while no one knows how long it is. */
export function percentOf({ done, total }: Pick<Export, 'done' | 'total'>): number | null {
  return total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : null
}
