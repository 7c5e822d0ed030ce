/**
 * The answers that a page begins with. The document asks for all of them in one request before any of this has come
 * (web/first-script.js), and the server answers what the page of that address asks first (server/gate/first-answers.ts). Each is
 * handed out once, in the place of a call of its own; what is not among them is asked for as ever.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { FirstAnswers } from '../../../contract/first-answers.ts'
import type { Answer, Call } from '../../../contract/call.ts'
import { contract, type Contract } from '../../../contract/contract.ts'
import { fromWire, wireNames } from '../../../contract/wire-names.ts'
import { resultOf } from './call-error.ts'

declare global {
  interface Window {
    /** Null: the server could not be asked. */
    firstAnswers?: Promise<FirstAnswers | null>
  }
}

/** Longer after they came, a page asks for what is true by then. In milliseconds. */
const FRESH = 15_000

let kept: FirstAnswers = []
let until = 0

/** Waits for what the document asked for; never throws. */
export async function awaitFirstAnswers(): Promise<void> {
  kept = (await window.firstAnswers) ?? []
  until = performance.now() + FRESH
}

/** Puts what is only read where the hooks look for it; what the hooks ask in another way is kept until it is asked for. */
export function keepFirstAnswers(cache: QueryClient): void {
  const succeeded = kept.filter(({ answer }) => answer.status === 'ok')
  kept = []
  for (const each of succeeded) {
    const [feature, callName] = each.name.split('.') as [keyof Contract, string]
    const call = (contract[feature] as Record<string, Call | undefined>)[callName]
    const names = wireNames[feature]
    if (call?.method !== 'GET') kept.push(each)
    else cache.setQueryData([feature, callName, fromWire(each.input, names)], fromWire(resultOf(each.answer), names))
  }
}

/** Errors that a page was drawn with: it shows them, and does not ask again as it comes. */
const drawnErrors = new WeakSet<Error>()
export const isDrawnError = (error: Error | null): boolean => error !== null && drawnErrors.has(error)

/** All that a page is drawn from: the same here and on the server, or a browser could not take over what was drawn there. */
export function putFirstAnswers(cache: QueryClient, answers: FirstAnswers): void {
  for (const { name, input, answer } of answers) {
    const [feature, callName] = name.split('.') as [keyof Contract, string]
    const names = wireNames[feature]
    const queryKey = firstAnswerKey(feature, callName, fromWire(input, names) as Record<string, unknown>)
    try {
      cache.setQueryData(queryKey, fromWire(resultOf(answer), names))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      drawnErrors.add(error)
      cache.getQueryCache().build(cache, { queryKey }).setState({ status: 'error', error, fetchStatus: 'idle' })
    }
  }
}

/** Where an answer lies from which a page is drawn. `queryId` says only who asks, and is left aside. */
export function firstAnswerKey(feature: string, call: string, input: Record<string, unknown>): readonly unknown[] {
  const { queryId: _, ...asked } = input
  return [feature, call, asked]
}

/** The answer to a call, if it is here and no one took it. `queryId` says only who asks, and is left aside. */
export function takeFirstAnswer(name: string, input: Record<string, unknown>): Answer | null {
  const found = findFirstAnswer(name, input)
  kept = kept.filter((each) => each !== found)
  return found?.answer ?? null
}

/** The same, and it stays until it is taken or dropped: a drawing that is begun once more finds it again. */
export const seeFirstAnswer = (name: string, input: Record<string, unknown>): Answer | null =>
  findFirstAnswer(name, input)?.answer ?? null

function findFirstAnswer(name: string, input: Record<string, unknown>): FirstAnswers[number] | undefined {
  if (performance.now() > until) forgetFirstAnswers()
  const wanted = written(input)
  return kept.find((each) => each.name === name && written(each.input) === wanted)
}

/** The page stands: what is asked by this name from now on goes to the server. */
export function dropFirstAnswers(name: string): void {
  kept = kept.filter((each) => each.name !== name)
}

/** Someone else is here now. */
export function forgetFirstAnswers(): void {
  kept = []
}

function written(input: Record<string, unknown>): string {
  const entries = Object.entries(input).filter(([name]) => name !== 'queryId')
  return JSON.stringify(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
