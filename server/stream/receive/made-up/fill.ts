import type { Random } from './random.ts'

/**
 * Fills a template: `{name}` takes a value, `{один|два}` one of the alternatives (an empty one may be among them),
 * `{5..90}` a whole number. Throws on a name without a value: the content is wrong.
 */
export function fill(template: string, random: Random, values: Record<string, string> = {}): string {
  const filled = template.replace(/\{([^{}]*)\}/g, (_, inside: string) => {
    if (inside.includes('|')) return random.pick(inside.split('|'))
    const range = /^(\d+)\.\.(\d+)$/.exec(inside)
    if (range) return String(random.between(Number(range[1]), Number(range[2])))
    const value = values[inside]
    if (value === undefined) throw new Error(`a template asks for «${inside}»: ${template}`)
    return value
  })
  return filled.replace(/ {2,}/g, ' ').trim()
}
