/**
 * The server's side of MTProto 2.0 on this machine: packets of the intermediate transport, encryption with an auth key that both
 * sides know, containers, results, what is pushed. Requests are read by the published schema, so that a field that does not
 * exist is met by neither side.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { Long, type mtp, type tl } from '@mtcute/core'
import {
  __tlReaderMap as readers,
  __tlWriterMap as writers,
  createAesIgeForMessage,
  TlBinaryReader,
  TlBinaryWriter,
  type TlReaderMap,
} from '@mtcute/core/utils.js'
import { systemClock } from '../../../../kit/clock.ts'
import { Handshake } from './mtproto-handshake.simulator.ts'
import { NodeCrypto } from './node-crypto.ts'

interface SchemaEntry {
  kind: 'class' | 'method'
  name: string
  id: number
  arguments: { name: string; type: string; typeModifiers?: { predicate?: string; isVector?: boolean } }[]
}

export type TlObject = { _: string }

const CONTAINER = 0x73f1f8dc
const GZIPPED = 0x3072cfa1
const RPC_RESULT = 0xf35c6d01

const VECTOR = 0x1cb5c415

const crypto = new NodeCrypto()
/** Ids of messages are times; those of the server are odd. */
const firstId = (): bigint => (BigInt(Math.floor(systemClock.now().getTime() / 1000)) << 32n) | 1n
const bytesOf = (object: TlObject): Uint8Array => TlBinaryWriter.serializeObject(writers, object)

function vectorOf(objects: TlObject[]): Uint8Array[] {
  const head = TlBinaryWriter.manual(8)
  head.uint(VECTOR)
  head.uint(objects.length)
  return [head.result(), ...objects.map(bytesOf)]
}
const schema = createRequire(import.meta.url)('@mtcute/core/tl/api-schema.json') as { e: SchemaEntry[] }

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/gi, (_all, letter: string) => letter.toUpperCase())

/** The library reads answers only: requests are read here. */
const requestReaders: TlReaderMap = {
  ...readers,
  ...Object.fromEntries(
    schema.e
      .filter(({ kind }) => kind === 'method')
      .map((method) => [method.id, (reader: TlBinaryReader) => readRequest(method, reader)]),
  ),
}

function readRequest(method: SchemaEntry, reader: TlBinaryReader): TlObject {
  const request: Record<string, unknown> & TlObject = { _: method.name }
  const flags = new Map<string, number>()
  for (const { name, type, typeModifiers: { predicate, isVector } = {} } of method.arguments) {
    if (type === '#') {
      flags.set(name, reader.uint())
      continue
    }
    const [field = '', bit = ''] = predicate?.split('.') ?? []
    const isThere = predicate === undefined || ((flags.get(field) ?? 0) & (1 << Number(bit))) !== 0
    if (type === 'true') request[camel(name)] = isThere
    else if (isThere) {
      const read = (): unknown => readValue(type, reader)
      request[camel(name)] = isVector ? reader.vector(read) : read()
    }
  }
  return request
}

function readValue(type: string, reader: TlBinaryReader): unknown {
  switch (type) {
    case 'int':
      return reader.int()
    case 'int53':
      return reader.int53()
    case 'long':
      return reader.long()
    case 'double':
      return reader.double()
    case 'string':
      return reader.string()
    case 'bytes':
      return reader.bytes()
    case 'Bool':
      return reader.boolean()
    default:
      return reader.object()
  }
}

/** What is answered; null: nothing, as of a server that has broken down. */
export type Answer = (
  request: tl.RpcMethod,
  connection: ServedConnection,
) => tl.TlObject | tl.TlObject[] | mtp.RawMt_rpc_error | null

export interface WireSimulator {
  /** Of sessions: one with another key is not known. */
  authKey: Uint8Array
  port: number
  connections: Set<ServedConnection>
  /** How often someone connected. */
  opened: number
  close(): Promise<void>
  /** Who connects is cut off at once. */
  isDown: boolean
}

/** @param authKey as the session has it, where there is one already */
export async function startWireSimulator(authKey: Uint8Array, answer: Answer): Promise<WireSimulator> {
  const connections = new Set<ServedConnection>()
  const server: Server = createServer((socket) => {
    wire.opened += 1
    if (wire.isDown) return void socket.destroy()
    const connection = new ServedConnection(socket, wire.authKey, answer)
    connections.add(connection)
    socket.on('error', () => {})
    socket.once('close', () => connections.delete(connection))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const wire: WireSimulator = {
    authKey,
    port: (server.address() as AddressInfo).port,
    connections,
    opened: 0,
    isDown: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) connection.cut()
      }),
  }
  return wire
}

export class ServedConnection {
  /** Asked for its state: from then on it is sent what happens. */
  hears = false
  /** Its key was agreed upon just now: no one has signed in with it. */
  isNew = false
  /** As it introduced itself. */
  client: tl.RawInitConnectionRequest | null = null
  readonly #socket: Socket
  #authKey: Uint8Array
  readonly #handshake = new Handshake()
  readonly #answer: Answer
  #received = Buffer.alloc(0)
  #isTagged = false
  #session: Long | null = null
  #lastId = 0n
  #seqNo = 0

  constructor(socket: Socket, authKey: Uint8Array, answer: Answer) {
    this.#socket = socket
    this.#authKey = authKey
    this.#answer = answer
    socket.on('data', (bytes) => this.#receive(bytes))
  }

  push(updates: tl.TypeUpdates): void {
    this.#send(bytesOf(updates))
  }

  cut(): void {
    this.#socket.destroy()
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    if (!this.#isTagged) {
      if (this.#received.length < 4) return
      if (this.#received.readUInt32LE(0) !== 0xeeeeeeee) return this.cut()
      this.#received = this.#received.subarray(4)
      this.#isTagged = true
    }
    while (this.#received.length >= 4) {
      const length = this.#received.readUInt32LE(0)
      if (this.#received.length < 4 + length) return
      const packet = this.#received.subarray(4, 4 + length)
      this.#received = this.#received.subarray(4 + length)
      this.#open(packet)
    }
  }

  #open(packet: Buffer): void {
    if (packet.readBigUInt64LE(0) === 0n) return this.#greet(packet)
    const keyId = crypto.sha1(this.#authKey).subarray(-8)
    // An unknown key.
    if (!packet.subarray(0, 8).equals(keyId)) return this.#sendPacket(Buffer.from(Int32Array.of(-404).buffer))
    const messageKey = packet.subarray(8, 24)
    const plain = createAesIgeForMessage(crypto, this.#authKey, messageKey, true).decrypt(packet.subarray(24))
    const expected = crypto.sha256(Buffer.concat([this.#authKey.subarray(88, 120), plain])).subarray(8, 24)
    if (!messageKey.equals(expected)) return this.cut()
    const reader = new TlBinaryReader(requestReaders, plain, 8)
    const session = reader.long()
    const id = reader.long(true)
    reader.uint()
    const length = reader.uint()
    if (!this.#session?.eq(session)) this.#begin(session, id)
    this.#take(id, reader.raw(length))
  }

  /** Not encrypted: that is what is agreed upon. */
  #greet(packet: Buffer): void {
    const request = new TlBinaryReader(readers, packet, 20).object() as mtp.TlObject
    const { reply, authKey } = this.#handshake.answer(request)
    if (authKey) [this.#authKey, this.isNew] = [authKey, true]
    const body = bytesOf(reply)
    const head = Buffer.alloc(20)
    head.writeBigUInt64LE(firstId(), 8)
    head.writeUInt32LE(body.length, 16)
    this.#sendPacket(Buffer.concat([head, body]))
  }

  #begin(session: Long, firstMsgId: Long): void {
    this.#session = session
    this.#sendObject({ _: 'mt_new_session_created', firstMsgId, uniqueId: session, serverSalt: Long.ONE })
  }

  #take(id: Long, body: Uint8Array): void {
    const reader = new TlBinaryReader(requestReaders, body)
    const kind = reader.peekUint()
    if (kind === CONTAINER) {
      reader.uint()
      for (let left = reader.uint(); left > 0; left -= 1) {
        const inner = reader.long(true)
        reader.uint()
        this.#take(inner, reader.raw(reader.uint()))
      }
    } else if (kind === GZIPPED) {
      reader.uint()
      this.#take(id, gunzipSync(reader.bytes()))
    } else this.#serve(id, reader.object() as tl.RpcMethod | mtp.TlObject)
  }

  #serve(id: Long, request: tl.RpcMethod | mtp.TlObject): void {
    switch (request._) {
      case 'mt_ping_delay_disconnect':
      case 'mt_ping':
        return this.#sendObject({ _: 'mt_pong', msgId: id, pingId: request.pingId })
      case 'mt_msgs_state_req':
        // All were received.
        return this.#sendObject({
          _: 'mt_msgs_state_info',
          reqMsgId: id,
          info: new Uint8Array(request.msgIds.length).fill(4),
        })
      default:
        if (!request._.startsWith('mt_')) this.#respond(id, request as tl.RpcMethod)
    }
  }

  #respond(id: Long, request: tl.RpcMethod): void {
    if (request._ === 'invokeWithLayer') return this.#respond(id, request.query as tl.RpcMethod)
    if (request._ === 'initConnection') {
      this.client = request
      return this.#respond(id, request.query as tl.RpcMethod)
    }
    const result = this.#answer(request, this)
    if (!result) return
    const writer = TlBinaryWriter.manual(12)
    writer.uint(RPC_RESULT)
    writer.long(id)
    this.#send(Buffer.concat([writer.result(), ...(Array.isArray(result) ? vectorOf(result) : [bytesOf(result)])]))
  }

  #sendObject(message: mtp.TlObject): void {
    this.#send(bytesOf(message))
  }

  #send(body: Uint8Array): void {
    const now = firstId()
    this.#lastId = now > this.#lastId ? now : this.#lastId + 4n
    const head = Buffer.alloc(32)
    head.writeBigInt64LE(1n, 0)
    head.writeInt32LE(this.#session?.low ?? 0, 8)
    head.writeInt32LE(this.#session?.high ?? 0, 12)
    head.writeBigUInt64LE(this.#lastId, 16)
    head.writeUInt32LE((this.#seqNo += 2) - 1, 24)
    head.writeUInt32LE(body.length, 28)
    const padding = 12 + ((16 - ((head.length + body.length + 12) % 16)) % 16)
    const plain = Buffer.concat([head, body, crypto.randomBytes(padding)])
    const messageKey = crypto.sha256(Buffer.concat([this.#authKey.subarray(96, 128), plain])).subarray(8, 24)
    const sealed = createAesIgeForMessage(crypto, this.#authKey, messageKey, false).encrypt(plain)
    this.#sendPacket(Buffer.concat([crypto.sha1(this.#authKey).subarray(-8), messageKey, sealed]))
  }

  #sendPacket(packet: Uint8Array): void {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(packet.length)
    this.#socket.write(Buffer.concat([length, packet]))
  }
}
