/** A way to the server that can be cut and mended: what a browser sees of a lost network or a restarting server. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface Wire {
  /** Where a browser finds the server at the other end. */
  address: string
  /** Everything that goes through it ends at once, and nothing comes through any more. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function layWire(to: string): Promise<Wire> {
  const { hostname, port: portThere } = new URL(to)
  const open = new Set<Socket>()
  let server: Server | null = null
  let port = 0

  function carry(near: Socket): void {
    const far = connect(Number(portThere), hostname)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
      end.pipe(other)
    }
  }
  async function mend(): Promise<void> {
    const mended = createServer(carry)
    await new Promise<void>((resolve, reject) => mended.once('error', reject).listen(port, '127.0.0.1', resolve))
    port = (mended.address() as AddressInfo).port
    server = mended
  }
  async function cut(): Promise<void> {
    const ended = new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
    server = null
    for (const socket of open) socket.destroy()
    await ended
  }

  await mend()
  return { address: `http://127.0.0.1:${port}`, cut, mend, close: cut }
}
