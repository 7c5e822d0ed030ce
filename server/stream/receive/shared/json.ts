/** JSON that others write: anything may stand anywhere, and is looked at before it is believed. */

export type Json = Record<string, unknown>

/** @returns null for what is no JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A time as it is written: `2026-11-20T12:00:00Z`. */
export function asTime(value: unknown): Date | null {
  const time = new Date(asText(value) ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time
}
