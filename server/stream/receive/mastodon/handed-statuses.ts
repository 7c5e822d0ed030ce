/** Which statuses the stream handed on: what comes twice is handed on once, and a deletion names only the instance's number. */
export interface HandedStatuses {
  has(id: string): boolean
  /** @returns whether this state of the status is news */
  hand(id: string, uri: string, editedAt: string | null): boolean
  /** @returns its URI, null where it was not handed on or is gone already */
  drop(id: string): string | null
}

const MOST = 50_000

export function handedStatuses(most = MOST): HandedStatuses {
  const states = new Map<string, { uri: string; editedAt: string; gone: boolean }>()
  return {
    has: (id) => states.has(id),
    hand(id, uri, editedAt) {
      const state = states.get(id)
      // Times as they are written sort as they are.
      if (state && (state.gone || state.editedAt >= (editedAt ?? ''))) return false
      states.delete(id)
      states.set(id, { uri, editedAt: editedAt ?? '', gone: false })
      if (states.size > most) states.delete(states.keys().next().value as string)
      return true
    },
    drop(id) {
      const state = states.get(id)
      if (!state || state.gone) return null
      state.gone = true
      return state.uri
    },
  }
}
