/** An e-mail as someone types it. The contract lets an empty one through, because that has a sentence of its own (spec §5). */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { AppError } from '../../../kit/app-error.ts'

const isEmail = addFormats.default(new Ajv(), ['email']).compile({ type: 'string', format: 'email' })

export function readEmail(typed: string): string {
  const email = typed.trim()
  if (email === '') throw new AppError('EMAIL_REQUIRED')
  if (!isEmail(email))
    throw new AppError('VALIDATION_FAILED', { keyword: 'format', dataPath: '/email', params: { format: 'email' } })
  return email
}
