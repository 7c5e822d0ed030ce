/** What a file is, by what it holds: its name and what its sender calls it say nothing. */
import type { FileType } from '../../contract/call.ts'

const signatures: readonly [FileType, (bytes: Buffer) => boolean][] = [
  ['image/jpeg', (bytes) => has(bytes, 0, '\xff\xd8\xff')],
  ['image/png', (bytes) => has(bytes, 0, '\x89PNG\r\n\x1a\n')],
  ['image/gif', (bytes) => has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a')],
  ['image/webp', (bytes) => has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP')],
  ['image/avif', (bytes) => has(bytes, 4, 'ftypavif')],
  ['application/pdf', (bytes) => has(bytes, 0, '%PDF-')],
  ['text/plain', isPlainText],
]

/** Null: it is of no type that any call takes. Whether a picture can be opened, only drawing it tells (server/kit/pictures.ts). */
export function fileTypeOf(bytes: Buffer): FileType | null {
  return signatures.find(([, holds]) => holds(bytes))?.[0] ?? null
}

const endings: Record<FileType, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/avif': '.avif',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
}

/** The name under which it may be kept: whatever it was called, its ending is that of its type. */
export function namedAs(type: FileType, name: string): string {
  const ending = endings[type]
  if (name.toLowerCase().endsWith(ending)) return name
  // A picture was drawn again, and what it was before is of no use; of all else nothing is hidden that was there.
  const rest = type.startsWith('image/') ? name.replace(/\.\w{1,5}$/, '') : name
  return `${rest || 'файл'}${ending}`
}

const has = (bytes: Buffer, at: number, sign: string): boolean =>
  bytes.subarray(at, at + sign.length).equals(Buffer.from(sign, 'latin1'))

const inUtf8 = new TextDecoder('utf-8', { fatal: true })
/** Other than a tab, the ends of lines and pages. */
const controls = /[\0-\x08\x0e-\x1f\x7f]/

/** In UTF-8. What begins as markup is none: it would run where it is opened as what it says it is. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = inUtf8.decode(bytes)
    return text.trim() !== '' && !controls.test(text) && !/^\s*(<[a-z!?/]|%!PS)/i.test(text)
  } catch {
    return false
  }
}
