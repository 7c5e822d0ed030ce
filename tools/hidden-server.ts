import type { ProxyOptions } from 'vite'
import { addressOf } from '../server/config/service.ts'

// A server behind Vite: what it writes into letters and gives to networks must be the address that the developer opens. SITE_URL and not
// PUBLIC_URL, which would let no one in who writes 127.0.0.1 for localhost.
export function hiddenServer(host: string, port: number, serverPort: number): Record<string, string> {
  const named = process.env.SITE_URL || process.env.PUBLIC_URL
  return { HOST: '127.0.0.1', PORT: String(serverPort), ...(named ? {} : { SITE_URL: addressOf(host, port) }) }
}

// What Vite hands on. Objects, and not the bare address: with that Vite changes the host, and the server takes our own page for a strange one.
export function handedOn(target: string): Record<string, ProxyOptions> {
  return { '/api': { target }, '/auth': { target }, '/dev/mail': { target }, '/socket.io': { target, ws: true } }
}
