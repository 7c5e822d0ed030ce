/** The look of the pictures that the server draws of titles (server/gate/pictures); another one gives them other addresses. */
const LOOK = 1

/**
 * Where the picture of a page lies that messengers show beside a link to it. Its address changes with the title: they keep a
 * picture for as long as its address stays.
 * @param pathname of a public page
 */
export function pictureOf(pathname: string, title: string): string {
  const path = pathname === '/' ? '/home' : pathname.replace(/\/+$/, '')
  return `/og${path}-${shortHash(`${LOOK} ${title}`)}.png`
}

/** FNV-1a, 32 bits: what must not be guessed is not revealed by it. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
