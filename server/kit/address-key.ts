/** Under what an address is counted: whoever has one address of IPv6 has all that share its first half. */
export function addressKey(ip: string): string {
  if (ip.includes('.')) return ip.slice(ip.lastIndexOf(':') + 1)
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0'), ...last)
  }
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
