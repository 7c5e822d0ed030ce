/** Tells in a cursor whether a text is another than before, without keeping it. */
import { createHash } from 'node:crypto'

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8)
