/** Results against the contract, in development and in tests: a page must not be the first to find out. */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Call } from '../../contract/call.ts'

// Of an input what is too much is taken out; of a result it is a mistake.
const ajv = addFormats.default(new Ajv({ strict: false }))
/** Compiled once, by the first answer: a process that checks nothing compiles nothing. */
const checks = new WeakMap<Call, ValidateFunction>()

/** A handler answered what its call does not promise. */
export class BrokenContract extends Error {}

/** @throws BrokenContract that names the call and where its result is wrong */
export function checkResult(name: string, call: Call, result: unknown): void {
  const check = checks.get(call) ?? ajv.compile(call.result)
  checks.set(call, check)
  // As it will be read: what JSON leaves out is not there, and a date is a text.
  const read: unknown = result === undefined ? undefined : JSON.parse(JSON.stringify(result))
  if (check(read)) return
  throw new BrokenContract(
    `${name} (${call.method} ${call.path}) broke its contract: ${ajv.errorsText(check.errors, { dataVar: 'result' })}`,
  )
}
