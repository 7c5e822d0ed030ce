/** Where a link can be sent with one press: pages of networks that take an address, and a letter. Nothing of theirs is loaded. */
export interface Shared {
  url: string
  /** What it is, in a line. */
  title: string
}

export interface ShareTarget {
  name: string
  address: string
}

export function shareTargets({ url, title }: Shared): ShareTarget[] {
  const query = (fields: Record<string, string>): string =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
  return [
    { name: 'ВКонтакте', address: `https://vk.com/share.php?${query({ url, title })}` },
    { name: 'Telegram', address: `https://t.me/share/url?${query({ url, text: title })}` },
    { name: 'Почта', address: `mailto:?${query({ subject: title, body: `${title}\r\n${url}` })}` },
  ]
}
