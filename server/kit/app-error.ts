/** The only error business code throws: a code of contract/errors.ts. Whatever else escapes is a defect. */
import type { ErrorDetails } from '../../contract/call.ts'
import { errors, type ErrorCode } from '../../contract/errors.ts'

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  constructor(code: ErrorCode, details?: ErrorDetails) {
    super(errors[code].message)
    this.code = code
    this.details = details
  }
}
