/** The view of what is hidden has an address: `?view=hidden`, beside whatever names the filter. */
const VIEW = 'view=hidden'

const parts = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')

export function isHiddenView(search: string): boolean {
  return parts(search).includes(VIEW)
}

/** The rest of the address stays as it is written: words in it can be read. */
export function withHiddenView(search: string, on: boolean): string {
  const others = parts(search).filter((part) => part !== VIEW)
  const after = on ? [...others, VIEW] : others
  return after.length > 0 ? `?${after.join('&')}` : ''
}
