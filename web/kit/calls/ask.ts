/** The typed client, derived from the contract: one function for every call, whichever way it travels. */
import type { QueryClient } from '@tanstack/react-query'
import { commonBody, type Call, type InputOf, type ResultOf } from '../../../contract/call.ts'
import { contract, type Contract } from '../../../contract/contract.ts'
import { fromWire, toWire, wireNames } from '../../../contract/wire-names.ts'
import { askOverSocket, getConnection } from '../live/connection.ts'
import { ownError, resultOf } from './call-error.ts'
import { raising } from './call-errors.ts'
import { firstAnswerKey, seeFirstAnswer, takeFirstAnswer } from './first-answers.ts'
import { askOverHttp } from './over-http.ts'

export type Feature = keyof Contract
export type NameOf<F extends Feature> = keyof Contract[F] & string
export type Input<F extends Feature, N extends NameOf<F>> = InputOf<Contract[F][N]>
export type Result<F extends Feature, N extends NameOf<F>> = ResultOf<Contract[F][N]>

const TIME_LIMIT = 20_000

/** @throws CallError, which is also raised as an event */
export function ask<F extends Feature, N extends NameOf<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result<F, N>> {
  return raising(send(feature, name, input, signal))
}

/**
 * What the document asked for already, or the server draws from, without waiting; undefined when it is not there or was refused. It stays
 * until `ask` takes it, or it is dropped.
 */
export function seeAnswer<F extends Feature, N extends NameOf<F>>(
  cache: QueryClient,
  feature: F,
  name: N,
  input: Input<F, N>,
): Result<F, N> | undefined {
  const drawnFrom = cache.getQueryData<Result<F, N>>(firstAnswerKey(feature, name, input as Record<string, unknown>))
  if (drawnFrom) return drawnFrom
  const names = wireNames[feature]
  const answer = seeFirstAnswer(`${feature}.${name}`, toWire(input, names) as Record<string, unknown>)
  return answer?.status === 'ok' ? (fromWire(resultOf(answer), names) as Result<F, N>) : undefined
}

async function send<F extends Feature, N extends NameOf<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  signal: AbortSignal,
): Promise<Result<F, N>> {
  const call = contract[feature][name] as Call
  const online = getConnection().state === 'online'
  if (call.only === 'socket' && !online) throw ownError('NETWORK_ERROR')
  const names = wireNames[feature]
  const travelling = toWire(input, names) as Record<string, unknown>
  const answer =
    takeFirstAnswer(`${feature}.${name}`, travelling) ??
    (online && travelsBySocket(call, travelling)
      ? await askOverSocket(`${feature}.${name}`, travelling, signal, TIME_LIMIT)
      : await askOverHttp(call, travelling, signal, TIME_LIMIT))
  return fromWire(resultOf(answer), names) as Result<F, N>
}

/**
 * What is longer than the server reads at once ends the socket without an answer (`longBody`); over HTTP it is refused in words. So
 * many characters are three times as many bytes at most, and fit in any case.
 */
export const travelsBySocket = ({ only }: Pick<Call, 'only'>, input: Record<string, unknown>): boolean =>
  only === 'socket' || (only !== 'http' && JSON.stringify(input).length <= commonBody)
