/** What a call that failed throws: the code to decide by, the sentence to show. */
import type { Answer, ErrorDetails } from '../../../contract/call.ts'
import { DEFECT_PREFIX, defectSentence, errors, type ErrorCode } from '../../../contract/errors.ts'

export class CallError extends Error {
  readonly code: string
  readonly details: ErrorDetails
  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** An error the server did not answer with: there was no answer to read one from. */
export function ownError(code: ErrorCode, details: ErrorDetails = {}): CallError {
  return new CallError(code, errors[code].message, details)
}

/** The result of an answer. @throws CallError when the answer is an error */
export function resultOf(answer: Answer): unknown {
  if (answer.status === 'ok') return answer.result
  // The server may answer a defect with its bare sentence; a person needs the number to read out to support.
  const bare = answer.code.startsWith(DEFECT_PREFIX) && !answer.message.includes(answer.code)
  throw new CallError(answer.code, bare ? defectSentence(answer.code, answer.message) : answer.message, answer.details)
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof CallError && error.code === code
}

/** The sentence of whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : errors.SERVER_ERROR.message
}

/** Spec §8 Other texts. */
const NOT_RECEIVED = 'ошибка получения данных, обратитесь в службу поддержки'

/** Why something is not shown: what the server refused says so itself, of anything else only support can say more. */
export function loadSentenceOf(error: unknown): string {
  const sentence = sentenceOf(error)
  return sentence === errors.SERVER_ERROR.message ? `${sentence}: ${NOT_RECEIVED}` : sentence
}
