/** What the simulators of networks have in common: a server on this machine, and pages one can click through. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  headers: IncomingHttpHeaders
  /** The query of a GET, the form of a POST. */
  fields: Record<string, string>
}

export interface Answered {
  status?: number
  headers?: Record<string, string>
  /** A text is a page, anything else JSON. */
  body?: unknown
}

/** By method and path: `GET /authorize`. */
export type Routes = Record<string, (asked: Asked) => Answered | Promise<Answered>>

export interface SimulatorServer {
  /** By number: for browsers, another port of the site that the service itself is. */
  url: string
  /** The same by name: for browsers another site, as a network is. */
  otherSiteUrl: string
  close(): Promise<void>
}

export async function openSimulatorServer(routes: Routes): Promise<SimulatorServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    const answer = async (): Promise<Answered> => {
      const route = routes[`${request.method} ${url.pathname}`]
      if (!route) return { status: 404, body: 'Not found' }
      const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams
      return route({ headers: request.headers, fields: Object.fromEntries(form) })
    }
    answer().then(
      ({ status = 200, headers = {}, body }) => {
        const page = typeof body === 'string'
        const type = page ? 'text/html; charset=utf-8' : 'application/json'
        response.writeHead(status, { 'content-type': type, ...headers })
        response.end(page || body === undefined ? body : JSON.stringify(body))
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    otherSiteUrl: `http://localhost:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const escape = (value: string): string => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const hiddenFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('\n')

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title></head><body>${body}</body></html>`

/** Asks whether the service may know who one is. */
export function consentPage({
  title,
  who,
  action,
  fields,
}: {
  title: string
  who: string
  action: string
  fields: Record<string, string>
}): string {
  return page(
    title,
    `<h1>${title}</h1><p>${escape(who)}</p><form method="post" action="${action}">${hiddenFields(fields)}
    <button name="decision" value="allow">Разрешить</button> <button name="decision" value="cancel">Отмена</button></form>`,
  )
}

/** A form that sends itself to another site. */
export function selfSendingPage(action: string, fields: Record<string, string>): string {
  return page(
    '…',
    `<form method="post" action="${escape(action)}">${hiddenFields(fields)}</form><script>document.forms[0].submit()</script>`,
  )
}

/** What a browser would send from such a page. */
export function readForm(html: string): { action: string; fields: Record<string, string> } {
  const plain = (value: string): string =>
    value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: plain(/<form method="post" action="([^"]*)">/.exec(html)?.[1] ?? ''),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [plain(name), plain(value)])),
  }
}
