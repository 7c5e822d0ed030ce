import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A way to a database that can be cut, and mended. */
export interface DatabaseLine {
  url: string
  /** All connections are lost, and no new one is let in. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(databaseUrl)
  const open = new Set<Socket>()
  let server: Server
  const listen = (at: number): Promise<void> => {
    server = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(socket)
        socket.pipe(other)
        socket.on('error', () => {})
        socket.on('close', () => {
          open.delete(socket)
          other.destroy()
        })
      }
    })
    return new Promise((resolve) => void server.listen(at, '127.0.0.1', resolve))
  }
  await listen(0)
  const own = (server!.address() as AddressInfo).port
  const cut = (): Promise<void> => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    return closed
  }
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(own)
  url.searchParams.delete('host')
  return { url: url.href, cut, mend: () => listen(own), close: cut }
}
