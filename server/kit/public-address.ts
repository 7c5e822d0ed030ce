/** Which addresses stand in the open internet. Everything else is someone's own network, maybe ours. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose registry of IPv4: what it does not call globally reachable. */
const closed4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast; all that is reserved, up to the broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed4.addSubnet(network, prefix, 'ipv4')

/**
 * Of IPv6 only what is given out: this leaves out loopback, link-local, unique local, multicast, IPv4 mapped and NAT64
 * without naming them.
 */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [network, prefix] of [
  // Protocol assignments, with Teredo and ORCHID; documentation; 6to4, which wraps any IPv4; documentation again.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, prefix, 'ipv6')

/** @param address as a resolver tells it; what is no address at all is not public */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4')
  // A zone (`%eth0`) is only for what is near.
  return isIPv6(address) && !address.includes('%') && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}
