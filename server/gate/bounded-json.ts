/**
 * JSON is looked through before it is parsed: to make objects of thousands of fields costs many times what it costs to send them.
 * No input of ours is as wide or as deep.
 */

/** Of fields, and of objects and lists: more than any input of ours has. */
const MOST = 1_000
/** Deeper, it would not fit the stack when it is written down again for its route. */
const DEEPEST = 35

const codeOf = (sign: string): number => sign.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const colon = codeOf(':')
const opening = [codeOf('{'), codeOf('[')]
const closing = [codeOf('}'), codeOf(']')]

/** Looks at every sign once at most; what is no JSON is left to the parser to refuse. */
export function isTooMuch(json: string): boolean {
  let fields = 0
  let containers = 0
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (quoted) {
      if (sign === backslash) at += 1
      else if (sign === quote) quoted = false
    } else if (sign === quote) quoted = true
    else if (sign === colon) fields += 1
    else if (opening.includes(sign)) {
      containers += 1
      depth += 1
    } else if (closing.includes(sign)) depth -= 1
    if (fields > MOST || containers > MOST || depth > DEEPEST) return true
  }
  return false
}
