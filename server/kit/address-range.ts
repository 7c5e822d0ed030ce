/** Whose address it is, for counting: behind IPv6 one household holds a whole /64 and could take a new address for each try. */
import { isIPv6 } from 'node:net'

/** The address itself, or of IPv6 its /64, always written in the same way; `::ffff:10.0.0.1` is `10.0.0.1`. */
export function addressRange(ip: string): string {
  const bare = ip.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped) return mapped[1]!
  if (!isIPv6(bare)) return ip
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  // The last group may be an IPv4 address, which stands for two.
  const after =
    tail === undefined || tail === ''
      ? []
      : tail.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const all =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
