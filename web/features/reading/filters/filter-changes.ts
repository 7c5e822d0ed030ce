/** Changes of a filter, and what takes them back. */
import { emptyFilter, type FilterFields } from '../../../../contract/reading/filters.ts'

/** What an empty filter asks for. How much is on a page, notices and the panel are no part of the question. */
export const nothingAsked: Partial<FilterFields> = (() => {
  const { limit: _limit, open: _open, push: _push, ...asked } = emptyFilter
  return asked
})()

/** Does the filter hide anything but spam? */
export function narrows(fields: FilterFields): boolean {
  return !isSame(fields, { ...fields, ...nothingAsked })
}

/** Do both ask the same, in pages of the same size? */
export function isSame(one: FilterFields, other: FilterFields): boolean {
  return questionKey(one) === questionKey(other)
}

/** The same for filters that ask the same. */
export function questionKey(fields: FilterFields): string {
  const names = (Object.keys(emptyFilter) as (keyof FilterFields)[]).filter(
    (name) => name !== 'open' && name !== 'push',
  )
  return JSON.stringify(names.map((name) => fields[name]))
}

/** Of the asked changes those that are any, and their undoing. */
export function changed(
  fields: FilterFields,
  asked: Partial<FilterFields>,
): { changes: Partial<FilterFields>; undoing: Partial<FilterFields> } {
  const names = (Object.keys(asked) as (keyof FilterFields)[]).filter(
    (name) => JSON.stringify(asked[name]) !== JSON.stringify(fields[name]),
  )
  const pick = (from: Partial<FilterFields>): Partial<FilterFields> =>
    Object.fromEntries(names.map((name) => [name, from[name]]))
  return { changes: pick(asked), undoing: pick(fields) }
}
