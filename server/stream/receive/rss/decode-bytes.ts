/** Bytes of a page or a feed -> text. What sites say of their encoding is often wrong; what is valid UTF-8 is UTF-8. */
import iconv from 'iconv-lite'

const HEAD_BYTES = 2048

export function decodeBytes(bytes: Uint8Array, contentType: string | null): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1')
  if (start.startsWith('\xFF\xFE') || start.startsWith('\xFE\xFF')) return iconv.decode(Buffer.from(bytes), 'utf-16')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const named = [
      /charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? ''),
      /<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/i.exec(start),
      /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start),
    ].flatMap((found) => found?.[1] ?? [])
    const encoding = named.find(
      (name) => iconv.encodingExists(name) && !/^(utf-?8|utf-?16\w*|iso-8859-1|us-ascii|ascii)$/i.test(name),
    )
    // Broken UTF-8 stays itself where something says that it is UTF-8, and most of it is.
    if (!encoding && named.some((name) => /^utf-?8$/i.test(name)))
      return mostlyUtf8(bytes) ?? iconv.decode(Buffer.from(bytes), 'windows-1251')
    return iconv.decode(Buffer.from(bytes), encoding ?? 'windows-1251')
  }
}

function mostlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes)
  const broken = text.split('\uFFFD').length - 1
  return broken * 20 < text.length ? text : null
}
