/** What a call answered, read as tests ask about it. */
import type { Answer, InputOf, ResultOf } from '../../contract/call.ts'
import type { Contract } from '../../contract/contract.ts'
import { fromWire, wireNames } from '../../contract/wire-names.ts'

export type Feature = keyof Contract
export type CallName<F extends Feature> = keyof Contract[F]
export type CallInput<F extends Feature, N extends CallName<F>> = InputOf<Contract[F][N]>
export type CallResult<F extends Feature, N extends CallName<F>> = ResultOf<Contract[F][N]>

/** As it came over the wire -> in our names. */
export function readAnswer<F extends Feature, N extends CallName<F>>(
  feature: F,
  answer: Answer,
): Answer<CallResult<F, N>> {
  if (answer.status !== 'ok') return answer
  return { status: 'ok', result: fromWire(answer.result, wireNames[feature]) as CallResult<F, N> }
}

export function resultOf<Result>(answer: Answer<Result>): Result {
  if (answer.status === 'ok') return answer.result
  throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.details ?? '')}`)
}

/** 'ok', or the code of the refusal. */
export function codeOf(answer: Answer): string {
  return answer.status === 'ok' ? 'ok' : answer.code
}
