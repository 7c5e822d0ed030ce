/** What every answer of a test's server is held against: the contract. */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Answer, Call, InputOf, ResultOf } from '../../contract/call.ts'
import type { Contract } from '../../contract/contract.ts'

export type Feature = keyof Contract
export type CallName<F extends Feature> = keyof Contract[F]
export type CallInput<F extends Feature, N extends CallName<F>> = InputOf<Contract[F][N]>
export type CallResult<F extends Feature, N extends CallName<F>> = ResultOf<Contract[F][N]>

const ajv = addFormats.default(new Ajv({ strict: false }))
const known = new WeakMap<Call, ValidateFunction>()

export function checkAnswer(call: Call, answer: Answer): void {
  if (answer.status !== 'ok') return
  const check = known.get(call) ?? ajv.compile(call.result)
  known.set(call, check)
  if (!check(answer.result))
    throw new Error(`${call.method} ${call.path} broke its contract: ${ajv.errorsText(check.errors)}`)
}

export function resultOf<Result>(answer: Answer<Result>): Result {
  if (answer.status === 'ok') return answer.result
  throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.details ?? '')}`)
}

/** 'ok', or the code of the refusal. */
export function codeOf(answer: Answer): string {
  return answer.status === 'ok' ? 'ok' : answer.code
}
