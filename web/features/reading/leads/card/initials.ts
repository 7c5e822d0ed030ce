/** «Вера Белова» → «ВБ»; of a name of one word its first letter. */
export function initialsOf(name: string): string {
  const letters = [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(([letter]) => letter.toUpperCase())
  return letters.slice(0, 2).join('') || '?'
}
