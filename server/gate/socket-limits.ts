/**
 * No person holds more sockets than a browser full of tabs, no address more than `socketsPerAddress`, and guests of one address a fiftieth
 * of them: a connection costs memory and a file descriptor before anything is asked over it.
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
  /** Counts it for its person, or as a guest's for its address. False: there are too many. */
  takeFor(userId: number | undefined, socket: Socket): boolean
}

/** Of one person, wherever they are: everybody behind a provider's one address comes with an account of their own. */
export const SOCKETS_PER_PERSON = 20
const GUESTS_SHARE = 50

export function openSocketLimits({ socketsPerAddress, trustProxy }: Config): SocketLimits {
  const [all, guests, people] = [new Map<string, number>(), new Map<string, number>(), new Map<number, number>()]
  const mostGuests = Math.max(1, Math.floor(socketsPerAddress / GUESTS_SHARE))
  const rangeOf = (headers: IncomingHttpHeaders, remote = ''): string =>
    addressRange(clientAddress(headers, remote, trustProxy))

  function count<Key>(counts: Map<Key, number>, key: Key, most: number, connection: Connection): boolean {
    const held = counts.get(key) ?? 0
    if (held >= most) return false
    counts.set(key, held + 1)
    connection.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
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
    takeFor: (userId, { handshake: { headers, address }, conn }) =>
      userId === undefined
        ? count(guests, rangeOf(headers, address), mostGuests, conn)
        : count(people, userId, SOCKETS_PER_PERSON, conn),
  }
}
