/** Which field an error of the server is about, and what to show there. */
import { CallError, hasCode } from './call-error.ts'

export interface FieldError<Field extends string> {
  /** null: it is about the whole form. */
  field: Field | null
  sentence: string
}

/**
 * @param sentences what to show when the server holds a field for invalid
 * @param owner fields that an error code is about
 */
export function fieldError<Field extends string>(
  error: unknown,
  sentences: Record<Field, string>,
  owner: Partial<Record<string, Field>> = {},
): FieldError<Field> | null {
  if (!(error instanceof CallError)) return null
  const field = owner[error.code]
  if (field !== undefined) return { field, sentence: error.message }
  if (error.code === 'VALIDATION_FAILED') {
    const name = (error.details.dataPath ?? '').replace(/^[./]/, '')
    if (Object.hasOwn(sentences, name)) return { field: name as Field, sentence: sentences[name as Field] }
  }
  return { field: null, sentence: error.message }
}

/** What to show above the form: what is about a field is shown there, and the captcha speaks for itself. */
export function formError<Field extends string>(
  error: unknown,
  sentences: Record<Field, string>,
  owner: Partial<Record<string, Field>> = {},
): string | null {
  if (hasCode(error, 'CAPTCHA_REQUIRED')) return null
  const found = fieldError(error, sentences, owner)
  return found && found.field === null ? found.sentence : null
}
