/** One message that is shown whole has an address: `/feed?message=12`, beside whatever names the filter. */
const NAME = 'message'

const partsOf = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !part.startsWith(`${NAME}=`))

/** @param search of the feed as it is read now, which stays behind the message. @returns with the «?» */
export const withMessage = (id: number, search = ''): string => `?${[...partsOf(search), `${NAME}=${id}`].join('&')}`

/** Where a message is read, whatever the filters say. */
export const messageAddress = (id: number): string => `/feed${withMessage(id)}`

/** The id of the message an address names; null when it names none. */
export function readMessageAddress(search: string): number | null {
  const [, id] = new RegExp(`[?&]${NAME}=([1-9]\\d{0,14})(?:&|$)`).exec(search) ?? []
  return id === undefined ? null : Number(id)
}

/** The same address without a message; the rest stays as it is written. */
export function withoutMessage(search: string): string {
  const rest = partsOf(search)
  return rest.length > 0 ? `?${rest.join('&')}` : ''
}
