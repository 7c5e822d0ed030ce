/** The rules by which the Streaming API chooses: kept in step with what is watched. */
import { createHash } from 'node:crypto'
import { askNetwork } from '../shared/ask-network.ts'
import { readJson } from '../shared/json.ts'
import { NetworkError } from '../shared/network-error.ts'
import { vkQuestionOf } from './search.ts'

const MOST_RULES = 300
const MOST_BYTES = 4_096
const MOST_WORDS = 100
/** Rules of ours: others of the same application are left alone. */
const OURS = 'echolot-'

export interface StreamingServer {
  scheme: 'https' | 'http'
  endpoint: string
  key: string
}

interface Rule {
  value: string
  tag: string
}

interface RulesAnswer {
  code?: number
  rules?: Rule[] | null
  error?: { message?: string; error_code?: number }
}

const TAG_EXISTS = 2001
const NO_SUCH_TAG = 2002
/** What is wrong with one rule and not with the others: bad, too long, open quotes, minuses only. */
const REFUSED = new Set([2003, 2004, 2005, 2008])
const TOO_MANY = 2006

/** @returns at most as many rules as VK takes, the first ones first */
export function rulesOf(searches: string[][]): Rule[] {
  const rules = new Map<string, Rule>()
  for (const words of searches) {
    const value = vkQuestionOf(words).toLowerCase()
    if (value === '' || Buffer.byteLength(value) > MOST_BYTES || value.split(' ').length > MOST_WORDS) continue
    const tag = `${OURS}${createHash('sha256').update(value).digest('hex').slice(0, 16)}`
    if (rules.size < MOST_RULES) rules.set(tag, { value, tag })
  }
  return [...rules.values()]
}

/**
 * Takes away what is not wanted any more and adds what is not there yet.
 * @throws NetworkError
 */
export async function syncRules(server: StreamingServer, wanted: Rule[], signal: AbortSignal): Promise<void> {
  const { rules } = checked(await askRules(server, 'GET', undefined, signal))
  const there = new Set((rules ?? []).map(({ tag }) => tag))
  const tags = new Set(wanted.map(({ tag }) => tag))
  for (const tag of there) {
    if (tag.startsWith(OURS) && !tags.has(tag)) checked(await askRules(server, 'DELETE', { tag }, signal), NO_SUCH_TAG)
  }
  for (const rule of wanted) {
    if (there.has(rule.tag)) continue
    const answer = await askRules(server, 'POST', { rule }, signal)
    const code = answer.error?.error_code
    if (code === TOO_MANY) return
    if (code === undefined || !REFUSED.has(code)) checked(answer, TAG_EXISTS)
  }
}

async function askRules(
  { scheme, endpoint, key }: StreamingServer,
  method: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<RulesAnswer> {
  const url = new URL(`${scheme}://${endpoint}/rules/`)
  url.searchParams.set('key', key)
  // Errors come with other statuses, and the same body as everything else.
  const { status, text } = await askNetwork(url, {
    init: { method, headers: { 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) },
    signal,
  })
  const answer = readJson(text) as RulesAnswer | null
  if (answer === null) throw new NetworkError('temporary', `vk streaming: rules answered ${status} and no JSON`)
  return answer
}

function checked(answer: RulesAnswer, ...allowed: number[]): RulesAnswer {
  const code = answer.error?.error_code
  if (answer.error && (code === undefined || !allowed.includes(code)))
    throw new NetworkError('temporary', `vk streaming: error ${code} ${answer.error.message ?? ''}`)
  return answer
}
