/** Forms with files as browsers send them, and as no browser does. */
import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { commonBody, fileTypes, type FilesOfCall } from '../../contract/call.ts'
import { errors } from '../../contract/errors.ts'
import { AppError } from '../kit/app-error.ts'
import { drawPicture } from '../kit/pictures.ts'
import { openUploads, type Form } from './uploads.ts'

const KB = 1_024
const allowed: FilesOfCall = { field: 'files', most: 3, bytes: 64 * KB, total: 150 * KB, types: fileTypes }
/** Room for the files of one request, and not for those of two. */
const HELD = 160 * KB

let app: FastifyInstance
let address: string
let seen: Form | null = null
let during: () => Promise<unknown> = async () => {}
beforeAll(async () => {
  app = fastify({ requestTimeout: 20_000 })
  const uploads = openUploads(HELD)
  app.setErrorHandler((error, _request, reply) => {
    const { code, details } = error instanceof AppError ? error : { code: `defect: ${String(error)}`, details: {} }
    return reply.code(500).send({ code, details })
  })
  await app.register(multipart, { throwFileSizeLimit: false })
  app.post('/', async (request) =>
    uploads(request, allowed, async (form) => {
      seen = form
      await during()
      return { code: 'ok', details: {} }
    }),
  )
  address = await app.listen()
})
afterAll(() => app.close())

const jpeg = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
const text = (length: number) => Buffer.alloc(length, 'а\n')

async function send(body: FormData | Buffer, headers: Record<string, string> = {}): Promise<string> {
  seen = null
  const response = await fetch(address, {
    method: 'POST',
    body: body as BodyInit,
    headers,
    duplex: 'half',
  } as RequestInit)
  return ((await response.json()) as { code: string }).code
}
function form(files: [name: string, bytes: Buffer][], fields: Record<string, string> = {}, field = 'files'): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  for (const [name, bytes] of files) made.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return made
}
const raw = { 'content-type': 'multipart/form-data; boundary=x' }
const part = (name: string, value: string): string =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('a form', () => {
  it('brings its fields and its files, each known by what it holds', async () => {
    const sent: [string, Buffer][] = [
      ['Снимок экрана.txt', await jpeg()],
      ['C:\\папка\\счёт.exe', Buffer.from('%PDF-1.7\n')],
      ['../../заметка\u202Egpj.html', text(99)],
    ]
    const made = form(sent, { msg: 'Привет', 'toString ': 'x' })
    made.append('msg', 'ещё')
    expect(await send(made)).toBe('ok')
    expect({ ...seen?.fields }).toEqual({ msg: ['Привет', 'ещё'], 'toString ': 'x' })
    expect(seen?.files.map(({ name, type }) => [name, type])).toEqual([
      ['Снимок экрана.txt', 'image/jpeg'],
      ['счёт.exe', 'application/pdf'],
      ['заметкаgpj.html', 'text/plain'],
    ])
    expect(seen?.files.map(({ bytes }) => bytes)).toEqual(sent.map(([, bytes]) => bytes))
  })

  it('needs no files: an empty field of them is none', async () => {
    expect(await send(form([], { msg: 'Привет' }))).toBe('ok')
    expect(await send(form([['', Buffer.alloc(0)]], { msg: 'Привет' }))).toBe('ok')
    expect(seen).toEqual({ fields: expect.objectContaining({ msg: 'Привет' }), files: [] })
  })

  test.each<[string, number[], string]>([
    ['as long as they may be', [64 * KB, 64 * KB, 22 * KB], 'ok'],
    ['too long', [64 * KB + 1], 'FILE_TOO_LARGE'],
    ['too long together', [64 * KB, 64 * KB, 22 * KB + 1], 'FILE_TOTAL_TOO_LARGE'],
    ['too many', [9, 9, 9, 9], 'FILE_LIMIT_EXCEEDED'],
  ])('with files that are %s: %s', async (_, lengths, code) => {
    const files = lengths.map((length, at): [string, Buffer] => [`${at}.txt`, Buffer.alloc(length, 'x')])
    expect(await send(form(files))).toBe(code)
  })

  test.each<[string, Buffer]>([
    [
      'a picture that is a program',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a page', Buffer.from(' \n<!doctype html><script>alert(1)</script>')],
    [
      'XML with entities',
      Buffer.from('\ufeff<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
    ],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0')],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
    ['bytes that are no text', Buffer.from([0xd0, 0xd1, 0xff, 0x41])],
    ['nothing', Buffer.alloc(0)],
    ['a picture behind a page', Buffer.from('<img src=x>\xff\xd8\xff', 'latin1')],
  ])('with %s called picture.png is refused', async (_, bytes) => {
    expect(await send(form([['picture.png', bytes]]))).toBe('FILE_TYPE_NOT_ALLOWED')
  })

  test.each<[string, string | Buffer, Record<string, string>, string]>([
    ['without a boundary', part('msg', 'x'), { 'content-type': 'multipart/form-data' }, 'VALIDATION_FAILED'],
    [
      'of another boundary',
      part('msg', 'x'),
      { 'content-type': 'multipart/form-data; boundary=y' },
      'VALIDATION_FAILED',
    ],
    ['that ends in the middle of a part', part('msg', 'x').slice(0, -4), raw, 'VALIDATION_FAILED'],
    [
      'whose file ends in the middle',
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nxxx',
      raw,
      'VALIDATION_FAILED',
    ],
    ['with files in another field', `${part('other"; filename="a', 'x')}--x--`, raw, 'VALIDATION_FAILED'],
    ['with a name of every object', `${part('__proto__', 'x')}--x--`, raw, 'VALIDATION_FAILED'],
    ['of 10,000 parts', `${part('f', '1').repeat(10_000)}--x--`, raw, 'FILE_TOTAL_TOO_LARGE'],
    ['of 500 parts', `${part('f', '1').repeat(500)}--x--`, raw, 'PAYLOAD_TOO_LARGE'],
    ['with a field that is too long', `${part('f', 'x'.repeat(commonBody + 1))}--x--`, raw, 'PAYLOAD_TOO_LARGE'],
    [
      'with fields that are too long together',
      `${part('f', 'x'.repeat(commonBody / 4)).repeat(5)}--x--`,
      raw,
      'PAYLOAD_TOO_LARGE',
    ],
    ['with headers without an end', `--x\r\n${'a: b\r\n'.repeat(20_000)}`, raw, 'VALIDATION_FAILED'],
  ])('%s is refused', async (_, body, headers, code) => {
    expect(await send(Buffer.from(body), headers)).toBe(code)
    expect(seen).toBeNull()
  })

  it('is read no further than it may be long, also when it does not say how long it is', async () => {
    const socket = connect(Number(new URL(address).port))
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => {}))
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n')
    socket.write('content-type: multipart/form-data; boundary=x\r\n\r\n')
    const chunk = `10000\r\n${'x'.repeat(64 * KB)}\r\n`
    let sent = 0
    const more = (): void => {
      sent += 64 * KB
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(more))
    }
    more()
    await closed
    expect(sent).toBeGreaterThan(150 * KB)
  })

  it('of which the sender goes away leaves nothing held', async () => {
    const { port } = new URL(address)
    const gone = connect(Number(port))
    const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n`
    await new Promise<void>((resolve) =>
      gone.write(`${head}${part('files"; filename="a', 'x'.repeat(60 * KB))}`, () => resolve()),
    )
    gone.destroy()
    const files = [64, 64, 22].map((length, at): [string, Buffer] => [`${at}.txt`, Buffer.alloc(length * KB, 'x')])
    await expect.poll(() => send(form(files))).toBe('ok')
  })

  it('waits for a while where all others hold as much as there may be', async () => {
    const files: [string, Buffer][] = [64, 64].map((length) => ['a.txt', Buffer.alloc(length * KB, 'x')])
    let second = ''
    during = async () => {
      during = async () => {}
      second = await send(form(files))
    }
    expect([await send(form(files)), second]).toEqual(['ok', 'SERVICE_UNAVAILABLE'])
    expect(await send(form(files))).toBe('ok')
  })
})

describe('a picture that came', () => {
  it('is drawn again in the sizes asked for: upright, never larger, without what else it held', async () => {
    const turned = await sharp(await jpeg(400, 200))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(turned.includes('secret place')).toBe(true)
    const [small, square, whole] = await drawPicture(turned, [
      { width: 50 },
      { width: 80, height: 80, fit: 'cover', type: 'jpeg' },
      { width: 5_000 },
    ])
    expect([small, square, whole].map(({ type, width, height }) => [type, width, height])).toEqual([
      ['image/webp', 50, 100],
      ['image/jpeg', 80, 80],
      ['image/webp', 200, 400],
    ])
    for (const { bytes } of [small, square, whole]) {
      expect(bytes.includes('secret place')).toBe(false)
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    }
  })

  it('leaves behind what was hidden in it', async () => {
    const polyglot = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script><?php system($_GET[0]); ?>')])
    const [drawn] = await drawPicture(polyglot, [{ width: 40 }])
    expect(drawn.bytes.includes('script')).toBe(false)
  })

  it('shows its first frame when it moves', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const [drawn] = await drawPicture(moving, [{ width: 20 }])
    expect([drawn.width, drawn.height]).toEqual([20, 20])
    const { dominant } = await sharp(drawn.bytes).stats()
    expect(dominant.r).toBeGreaterThan(dominant.g)
  })

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a bomb: few bytes, 256 million points', () => png(16_000, 16_000), 'PICTURE_TOO_LARGE'],
    ['more points than numbers can say', () => png(2_147_483_647, 2_147_483_647), 'PICTURE'],
    ['no points', () => png(0, 0), 'PICTURE_INVALID'],
    ['a head without a body', async () => (await jpeg(400, 400)).subarray(0, 700), 'PICTURE_INVALID'],
    ['a signature alone', () => Buffer.from('GIF89a'), 'PICTURE_INVALID'],
    ['no picture', () => Buffer.from('RIFF1234WEBPVP8 xxxxxxxx'), 'PICTURE_INVALID'],
  ])('is refused when it is %s', async (_, make, code) => {
    const refused = await drawPicture(await make(), [{ width: 40 }]).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    const answered = (refused as AppError).code
    expect(Object.keys(errors)).toContain(answered)
    expect(answered).toContain(code)
  })
})

/** A PNG whose head says so many points, over nothing. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const body = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
