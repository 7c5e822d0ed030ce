/** Which cards are chosen to be dealt with together. */
export interface Chosen {
  ids: ReadonlySet<number>
  /** The one chosen last: a range begins there. */
  last: number | null
}

export const nothingChosen: Chosen = { ids: new Set(), last: null }

/** Chooses one, or leaves it out again. */
export function toggleCard({ ids }: Chosen, id: number): Chosen {
  const after = new Set(ids)
  if (!after.delete(id)) after.add(id)
  return { ids: after, last: id }
}

/** Everything between the one chosen last and this one, both with it. `order`: the ids as they stand on the page. */
export function chooseRange(chosen: Chosen, id: number, order: readonly number[]): Chosen {
  const from = chosen.last === null ? -1 : order.indexOf(chosen.last)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggleCard(chosen, id)
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...chosen.ids, ...between]), last: id }
}

/** Without those that are on the page no more. */
export function keepOnPage(chosen: Chosen, order: readonly number[]): Chosen {
  const here = new Set(order)
  if ([...chosen.ids].every((id) => here.has(id))) return chosen
  return {
    ids: new Set([...chosen.ids].filter((id) => here.has(id))),
    last: chosen.last !== null && here.has(chosen.last) ? chosen.last : null,
  }
}
