/** MTProto over a plain TCP socket. Every socket is known here, so that none is left when the account is closed. */
import { connect as openSocket, type Socket } from 'node:net'
import { IntermediatePacketCodec } from '@mtcute/core'
import type { ITelegramConnection, TelegramTransport } from '@mtcute/core'

/** Milliseconds. */
const OPENS_WITHIN = 15_000

export interface TcpTransport extends TelegramTransport {
  /** Destroys what is open, and opens nothing any more. */
  close(): void
}

/** @param onHeard something came from Telegram, even if that was a heartbeat */
export function openTcpTransport(onHeard: () => void): TcpTransport {
  const sockets = new Set<Socket>()
  let isClosed = false
  return {
    async connect({ ipAddress, port }) {
      if (isClosed) throw new Error('the account is closed')
      const socket = openSocket({ host: ipAddress, port, noDelay: true, keepAlive: true })
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      await hasOpened(socket)
      return new SocketConnection(socket, onHeard)
    },
    packetCodec: () => new IntermediatePacketCodec(),
    close() {
      isClosed = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

function hasOpened(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(OPENS_WITHIN, () => socket.destroy(new Error('Telegram did not answer in time')))
    // Stays: an error without a listener would end the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('the socket was closed')))
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve()
    })
  })
}

class SocketConnection implements ITelegramConnection {
  readonly localAddress = null
  readonly remoteAddress = null
  readonly #socket: Socket
  #isOver = false
  #wake = (): void => {}

  constructor(socket: Socket, onHeard: () => void) {
    this.#socket = socket
    socket.on('readable', () => {
      if (socket.readableLength > 0) onHeard()
      this.#wake()
    })
    const end = (): void => {
      this.#isOver = true
      this.#wake()
    }
    socket.once('end', end)
    socket.once('close', end)
    if (socket.destroyed) end()
  }

  async read(into: Uint8Array): Promise<number> {
    for (;;) {
      const most = Math.min(into.length, this.#socket.readableLength)
      const chunk = most > 0 ? (this.#socket.read(most) as Buffer | null) : null
      if (chunk) {
        into.set(chunk)
        return chunk.length
      }
      // A length of zero would be taken for an end after which nothing is opened again.
      if (this.#isOver) throw new Error('Telegram closed the socket')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        // At the end of what it has, a socket tells of its end only when it is read on.
        this.#socket.read(0)
      })
    }
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}
