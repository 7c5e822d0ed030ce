import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createFetchPublic, FetchRefused, type FetchPublicOptions } from './fetch-public.ts'
import { isPublicAddress } from './public-address.ts'

describe('public addresses', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '198.17.0.1',
    '223.255.255.255',
    '2a00:1450:4010:c05::71',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
  ])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:0808:0808::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2a00:1450::1%eth0',
    'fec0::1',
    'ff02::1',
    '0:0:0:0:0:ffff:a00:1',
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
  ])('«%s» is none', (address) => expect(isPublicAddress(address)).toBe(false))
})

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()))
})

interface Site {
  port: number
  /** `Host` and address as each request asked for them. */
  asked: IncomingMessage[]
}

async function openSite(answer: RequestListener, host = '127.0.0.1'): Promise<Site> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  opened.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return { port: (server.address() as AddressInfo).port, asked }
}

const answerHello: RequestListener = (_request: IncomingMessage, response: ServerResponse) => void response.end('hello')
const nobody = (host: string): Promise<string[]> => Promise.reject(new Error(`${host} was resolved`))
const ask = (address: string, options: FetchPublicOptions = {}, init: RequestInit = {}): Promise<Response> =>
  createFetchPublic({ resolve: nobody, ...options })(new URL(address), init)

describe('what is not asked', () => {
  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,1',
    'javascript:1',
    'http://example.com:22/',
    'http://example.com:25/',
    'http://example.com:6379/',
    'https://example.com:1/',
    'http://example.com:9000/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://intranet/',
    'http://db.internal/',
    'http://metadata.google.internal./',
    'http://printer.local/',
    'http://router.home.arpa/',
    'http://a.localhost/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://100.100.100.200/',
    'http://user:pass@10.0.0.1/',
    'http://8.8.8.8@10.0.0.1/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
  ])('%s', async (address) => {
    await expect(ask(address)).rejects.toBeInstanceOf(FetchRefused)
  })

  it('anything, once nobody waits for it: not even its name is looked up', async () => {
    await expect(ask('http://example.com/', {}, { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow(
      'over',
    )
  })

  it.each([
    [['127.0.0.1']],
    [['10.1.2.3', 'fe80::1']],
    [['::ffff:192.168.0.1']],
    [['64:ff9b::7f00:1']],
    [[]],
    [['not an address']],
  ])('a public name that stands at %j', async (addresses) => {
    const names: string[] = []
    const resolve = async (host: string): Promise<string[]> => {
      names.push(host)
      return addresses
    }
    await expect(ask('http://форум.рф./лента', { resolve })).rejects.toBeInstanceOf(FetchRefused)
    expect(names).toEqual(['xn--l1adgmc.xn--p1ai'])
  })

  it('an address that is not allowed, though its neighbour is', async () => {
    const site = await openSite(answerHello)
    await expect(
      ask(`http://127.0.0.1:${site.port}/`, { allow: [`127.0.0.1:${site.port + 1}`] }),
    ).rejects.toBeInstanceOf(FetchRefused)
    await expect(ask(`http://127.0.0.2:${site.port}/`, { allow: [`127.0.0.1:${site.port}`] })).rejects.toBeInstanceOf(
      FetchRefused,
    )
    expect(site.asked).toHaveLength(0)
  })
})

describe('the connection', () => {
  it('goes to the address that was checked, though the name has another a moment later', async () => {
    const seen = await openSite((_request, response) => void response.end('public'))
    const inner = await openSite(answerHello, '127.0.0.2')
    let asked = 0
    const resolve = async (): Promise<string[]> => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    const response = await ask(`http://rebinding.test:${seen.port}/feed?a=1`, {
      allow: [`rebinding.test:${seen.port}`],
      resolve,
    })
    expect(await response.text()).toBe('public')
    expect(asked).toBe(1)
    expect(seen.asked[0]?.headers.host).toBe(`rebinding.test:${seen.port}`)
    expect(seen.asked[0]?.url).toBe('/feed?a=1')
    expect(inner.asked).toHaveLength(0)
  })

  it('is checked again for a redirect to the same name', async () => {
    const site = await openSite(
      (_request, response) => void response.writeHead(302, { location: 'http://rebinding.example/inner' }).end(),
    )
    let asked = 0
    const resolve = async (): Promise<string[]> => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1'])
    await expect(
      ask(`http://rebinding.example:${site.port}/`, { allow: [`rebinding.example:${site.port}`], resolve }),
    ).rejects.toThrow('no public address')
    expect(asked).toBe(2)
  })

  it('carries neither name nor password nor our own Host', async () => {
    const site = await openSite(answerHello)
    await ask(
      `http://anna:secret@127.0.0.1:${site.port}/#x`,
      { allow: [`127.0.0.1:${site.port}`] },
      { headers: { host: 'inner.test', 'x-a': '1' } },
    )
    expect(site.asked[0]?.headers).toMatchObject({ host: `127.0.0.1:${site.port}`, 'x-a': '1' })
    expect(site.asked[0]?.headers.authorization).toBeUndefined()
  })

  it('ends with its signal, while the name is resolved, too', async () => {
    const silent = new Promise<string[]>(() => {})
    await expect(ask('http://slow.example/', { resolve: () => silent, timeout: 30 })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect(
      ask('http://slow.example/', { resolve: () => silent }, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends in time where the site never answers, or never ends', async () => {
    const open = await openSite(() => {})
    const drip = await openSite((_request, response) => void response.writeHead(200).write('a'))
    const packed = await openSite(
      (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('a').subarray(0, 12)),
    )
    for (const { port } of [open, drip, packed]) {
      await expect(
        ask(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`], timeout: 60 }),
      ).rejects.toMatchObject({ name: 'TimeoutError' })
    }
  })

  it('tells a body that broke off from one that ended', async () => {
    const site = await openSite((_request, response) => {
      response
        .writeHead(200, { 'content-length': '100', 'content-encoding': 'gzip' })
        .write(gzipSync('abc').subarray(0, 10))
      setTimeout(() => response.destroy(), 10)
    })
    await expect(
      ask(`http://127.0.0.1:${site.port}/`, { allow: [`127.0.0.1:${site.port}`] }),
    ).rejects.not.toBeInstanceOf(FetchRefused)
  })
})

describe('redirects', () => {
  it('are followed, but not to where nobody may ask', async () => {
    const inner = await openSite(answerHello)
    const targets = [
      `http://127.0.0.1:${inner.port}/`,
      'http://169.254.169.254/',
      'http://localhost/',
      'file:///etc/passwd',
      '//[::1]/',
      'http://:bad',
    ]
    const site = await openSite(
      (request, response) => void response.writeHead(301, { location: targets[Number(request.url?.slice(1))] }).end(),
    )
    for (const index of targets.keys()) {
      await expect(
        ask(`http://127.0.0.1:${site.port}/${index}`, { allow: [`127.0.0.1:${site.port}`] }),
      ).rejects.toBeInstanceOf(FetchRefused)
    }
    expect(inner.asked).toHaveLength(0)
  })

  it('lead to the final address, relative ones and those in Cyrillic letters', async () => {
    const site = await openSite((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/a/b' }).end()
      else if (request.url === '/a/b')
        response.writeHead(308, { location: Buffer.from('../лента').toString('latin1') }).end()
      else response.end('here')
    })
    const response = await ask(`http://127.0.0.1:${site.port}/`, { allow: [`127.0.0.1:${site.port}`] })
    expect(await response.text()).toBe('here')
    expect(decodeURI(response.url)).toBe(`http://127.0.0.1:${site.port}/лента`)
    expect(response.redirected).toBe(true)
  })

  it('are five at most, none where the caller says so', async () => {
    const site = await openSite((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('here')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const options = { allow: [`127.0.0.1:${site.port}`] }
    expect(await (await ask(`http://127.0.0.1:${site.port}/5`, options)).text()).toBe('here')
    await expect(ask(`http://127.0.0.1:${site.port}/6`, options)).rejects.toThrow('more than 5 redirects')
    expect((await ask(`http://127.0.0.1:${site.port}/2`, options, { redirect: 'manual' })).status).toBe(302)
    await expect(ask(`http://127.0.0.1:${site.port}/2`, options, { redirect: 'error' })).rejects.toBeInstanceOf(
      FetchRefused,
    )
  })

  it('take what belongs to one site to no other, and make a GET of a POST as browsers do', async () => {
    const other = await openSite(answerHello)
    const site = await openSite((request, response) => {
      if (request.url === '/there') response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end()
      else response.writeHead(307, { location: '/there' }).end()
    })
    const allow = [site, other].map(({ port }) => `127.0.0.1:${port}`)
    await ask(
      `http://127.0.0.1:${site.port}/`,
      { allow },
      { method: 'POST', body: 'text', headers: { authorization: 'Bearer x', cookie: 'a=1', accept: 'b' } },
    )
    expect(site.asked.map(({ method, headers }) => [method, headers['content-length'], headers.authorization])).toEqual(
      [
        ['POST', '4', 'Bearer x'],
        ['POST', '4', 'Bearer x'],
      ],
    )
    expect(other.asked[0]).toMatchObject({ method: 'GET' })
    expect(other.asked[0]?.headers).toMatchObject({ accept: 'b' })
    for (const name of ['authorization', 'cookie', 'content-length'])
      expect(other.asked[0]?.headers[name]).toBeUndefined()
  })
})

describe('the answer', () => {
  it('comes as fetch gives it: status, headers, unpacked body, address', async () => {
    const site = await openSite((request, response) => {
      const [packed, encoding] =
        request.url === '/br' ? [brotliCompressSync('привет'), 'br'] : [gzipSync('привет'), 'gzip']
      response
        .writeHead(404, {
          'content-encoding': encoding,
          'content-type': 'text/plain',
          etag: '"1"',
          'set-cookie': ['a=1', 'b=2'],
        })
        .end(packed)
    })
    for (const path of ['gz', 'br']) {
      const response = await ask(`http://127.0.0.1:${site.port}/${path}`, { allow: [`127.0.0.1:${site.port}`] })
      expect(response.status).toBe(404)
      expect(response.headers.get('etag')).toBe('"1"')
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
      expect(await response.text()).toBe('привет')
      expect(response.url).toBe(`http://127.0.0.1:${site.port}/${path}`)
    }
  })

  it('may have no body', async () => {
    const site = await openSite((_request, response) => void response.writeHead(304).end())
    expect((await ask(`http://127.0.0.1:${site.port}/`, { allow: [`127.0.0.1:${site.port}`] })).status).toBe(304)
  })

  it('is bounded, a packed one by what comes out of it', async () => {
    const site = await openSite((request, response) => {
      if (request.url === '/packed')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2_000_000)))
      else response.end(Buffer.alloc(5000))
    })
    const options = { allow: [`127.0.0.1:${site.port}`], mostBytes: 4000 }
    for (const path of ['plain', 'packed'])
      await expect(ask(`http://127.0.0.1:${site.port}/${path}`, options)).rejects.toThrow('more than 4000 bytes')
  })
})
