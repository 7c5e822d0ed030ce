import { plural, type PluralForms } from './plural.ts'

const atMostForms: PluralForms = ['группы', 'групп', 'групп']

/** «Можно добавить не больше 20 групп» (spec §5 Adding groups), of links that are pasted and of places that are bought alike. */
export function describeGroupLimit(max: number): string {
  return `Можно добавить не больше ${max} ${plural(max, atMostForms)}`
}
