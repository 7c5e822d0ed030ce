/** An e-mail as somebody types it. The contract lets an empty one through, because that has a sentence of its own (spec §5). */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Refusal } from '../../kit/refusal.ts'

const isEmail = addFormats.default(new Ajv(), ['email']).compile<string>({ type: 'string', format: 'email' })

export function readEmail(typed: string): string {
  const email = typed.trim()
  if (email === '') throw new Refusal('EMAIL_REQUIRED')
  if (!isEmail(email))
    throw new Refusal('VALIDATION_FAILED', { keyword: 'format', dataPath: '/email', params: { format: 'email' } })
  return email
}
