/** «Можно добавить не больше 20 групп» (spec §5 Adding groups). */
export function tooManyLinks(free: number): string {
  return `Можно добавить не больше ${free} групп`
}
