/**
 * No address holds more sockets than `socketsPerAddress`, and guests a fifth of them: a connection costs memory and a file descriptor
 * before anything is asked over it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import type { Config } from '../config/config.ts'
import { addressRange } from '../kit/address-range.ts'
import { clientAddress } from './client-address.ts'

/** As the engine below Socket.IO has it. */
type Connection = Socket['conn']

export interface SocketLimits {
  /** Before it is opened; of one that is polled, only its first request opens it. */
  hasRoom(request: IncomingMessage): boolean
  /** Counts a connection. Of several that come at once, those that are too many are closed here. */
  take(connection: Connection): void
  /** Counts a guest's. False: there are too many. */
  takeGuest(socket: Socket): boolean
}

export function openSocketLimits({ socketsPerAddress, trustProxy }: Config): SocketLimits {
  const [all, guests] = [new Map<string, number>(), new Map<string, number>()]
  const mostGuests = Math.max(1, Math.floor(socketsPerAddress / 5))
  const rangeOf = (headers: IncomingHttpHeaders, remote = ''): string =>
    addressRange(clientAddress(headers, remote, trustProxy))

  function count(counts: Map<string, number>, range: string, most: number, connection: Connection): boolean {
    const held = counts.get(range) ?? 0
    if (held >= most) return false
    counts.set(range, held + 1)
    connection.once('close', () => {
      const left = (counts.get(range) ?? 1) - 1
      if (left > 0) counts.set(range, left)
      else counts.delete(range)
    })
    return true
  }

  return {
    hasRoom({ url = '', headers, socket }) {
      const opens = !/[?&]sid=/.test(url)
      return !opens || (all.get(rangeOf(headers, socket.remoteAddress)) ?? 0) < socketsPerAddress
    },
    take(connection) {
      const range = rangeOf(connection.request.headers, connection.remoteAddress)
      if (!count(all, range, socketsPerAddress, connection)) connection.close(true)
    },
    takeGuest: ({ handshake: { headers, address }, conn }) =>
      count(guests, rangeOf(headers, address), mostGuests, conn),
  }
}
