/**
 * The contract as a browser needs it: of each call how it is sent, and the constants. What calls take and give are types there, and
 * who may ask how often is for the server to say; written out they would be a third of what we send of our own.
 */
import type { Plugin } from 'vite'
import { contract } from '../../contract/contract.ts'
import type { Call } from '../../contract/call.ts'

/** Functions of the contract that make nothing but what only the server reads. */
const SERVERS_OWN = /^(?:Type|Nullable|call|fileCall|redirectCall|hookCall)$/

export function shortContract(): Plugin {
  return {
    name: 'short-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/(?:[^/]+\/)?[^/]+\.ts$/ },
      handler(code, id) {
        if (id.endsWith('/contract/contract.ts')) return `export const contract = ${JSON.stringify(sentCalls())}`
        const root: unknown = this.parse(code, { lang: 'ts' })
        return withoutServersOwn(code, root as Node, sentCalls())
      },
    },
  }
}

/** By feature and name. */
type SentCalls = Record<string, Record<string, Pick<Call, 'method' | 'path' | 'only' | 'files'>>>

function sentCalls(): SentCalls {
  return Object.fromEntries(
    Object.entries(contract).map(([feature, calls]: [string, Record<string, Call>]) => [
      feature,
      Object.fromEntries(
        Object.entries(calls)
          // What other services report to us no browser of ours asks.
          .filter(([, { hook }]) => !hook)
          .map(([name, { method, path, only, files }]) => [name, { method, path, only, files }]),
      ),
    ]),
  )
}

interface Node {
  type: string
  start: number
  end: number
  name?: string
  callee?: Node
  object?: Node
  declaration?: Node | null
  declarations?: Node[]
  id?: Node
  init?: Node | null
}

/** Schemas are made of parts of each other. */
const NOTHING = '({ properties: {} })'

/**
 * The code with nothing in the place of each call of such a function; a feature's calls, which files and addresses of the browser's own
 * are asked for by, as they are sent.
 */
function withoutServersOwn(code: string, root: Node, sent: SentCalls): string {
  let short = ''
  let from = 0
  const replace = ({ start, end }: Node, by: string): void => {
    short += code.slice(from, start) + by
    from = end
  }
  const look = (node: Node): void => {
    const calls = featureIn(node, sent)
    if (calls) replace(calls.init, JSON.stringify(calls.sent))
    else if (node.type === 'CallExpression' && SERVERS_OWN.test(calledIn(node))) replace(node, NOTHING)
    else for (const child of childrenOf(node)) look(child)
  }
  look(root)
  return short + code.slice(from)
}

/** Of `export const social = { … }`. */
function featureIn({ type, declaration }: Node, sent: SentCalls): { init: Node; sent: SentCalls[string] } | null {
  const [{ id, init } = {}] = (type === 'ExportNamedDeclaration' && declaration?.declarations) || []
  const calls = sent[id?.name ?? '']
  return calls && init?.type === 'ObjectExpression' ? { init, sent: calls } : null
}

/** `Type` of `Type.Object(…)`. */
function calledIn({ callee }: Node): string {
  return (callee?.type === 'MemberExpression' ? callee.object?.name : callee?.name) ?? ''
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each)
