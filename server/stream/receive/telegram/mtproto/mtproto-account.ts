/**
 * An account of a person, connected: calls, what is pushed, and the end of it. The library connects again by itself; calls under
 * way then wait for it, but none longer than the time it has.
 */
import { networkMiddlewares, type RawUpdateInfo, type tl } from '@mtcute/core'
import { BaseTelegramClient, type BaseTelegramClientOptions } from '@mtcute/core/client.js'
import { backOff } from '../../shared/back-off.ts'
import type { Time } from '../../shared/adapter.ts'
import type { NetworkError } from '../../shared/network-error.ts'
import { NodeCrypto } from './node-crypto.ts'
import { RecentStorage } from './recent-storage.ts'
import { openTcpTransport, type TcpTransport } from './tcp-transport.ts'
import { errorOfMtproto } from './error-of-mtproto.ts'

export interface AccountKeys {
  apiId: number
  apiHash: string
}

export interface MtprotoAccountOptions extends AccountKeys {
  /** As `npm run telegram:login` prints it. */
  session: string
  time: Time
  /** Never of the session. */
  log: { warn(about: object, message: string): void }
  /** The first pause before it connects again, in milliseconds. */
  firstPause?: number
  /** Milliseconds that a call may take, the connection included. */
  callWithin?: number
}

export interface AccountListener {
  onUpdate(update: RawUpdateInfo): void
  /** So much happened in a channel that Telegram sends its newest only. */
  onTooLong(channelId: number, difference: tl.updates.RawChannelDifferenceTooLong): void
}

const CALL_WITHIN = 30_000
/** Milliseconds between heartbeats: well within what a stream may be silent for. */
const PING_EVERY = 45_000
/** Seconds that a refused question for missed updates is put off inside the library; no one else waits for it. */
const UPDATES_WAIT = 60_000

export class MtprotoAccount {
  readonly #options: MtprotoAccountOptions
  readonly #transport: TcpTransport
  readonly #telegram: BaseTelegramClient
  readonly #over = new AbortController()
  #opened: Promise<void> | null = null
  #listener: AccountListener | null = null
  #heardAt: Date | null = null
  /** Telegram was asked where we are, and pushes. */
  #isSubscribed = false
  /** Why nothing is asked of it any more. */
  #dead: NetworkError | null = null

  constructor(options: MtprotoAccountOptions) {
    this.#options = options
    const pauses = backOff(options.firstPause === undefined ? {} : { first: options.firstPause })
    this.#transport = openTcpTransport(() => {
      this.#heardAt = options.time.now()
      pauses.reset()
    })
    this.#telegram = openClient(options, this.#transport, {
      nextPause: () => pauses.next(),
      updates: {
        catchUp: false,
        disableNoDispatch: true,
        onChannelTooLong: (channelId, difference) => this.#listener?.onTooLong(channelId, difference),
      },
    })
    this.#telegram.onConnectionState.add((state) => {
      if (state === 'connecting' || state === 'offline') this.#heardAt = null
    })
    this.#telegram.onRawUpdate.add((update) => this.#listener?.onUpdate(update))
    // Connections break; what a call met is thrown by the call.
    this.#telegram.onError.add((error) =>
      options.log.warn({ error: error.message }, 'the connection to Telegram broke'),
    )
  }

  heardAt(): Date | null {
    return this.#isSubscribed && !this.#dead && !this.#over.signal.aborted ? this.#heardAt : null
  }

  /** @throws NetworkError */
  async call<Request extends tl.RpcMethod>(
    request: Request,
    signal: AbortSignal,
  ): Promise<tl.RpcCallReturn[Request['_']]> {
    const ends = AbortSignal.any([signal, this.#over.signal])
    try {
      if (this.#dead) throw this.#dead
      ends.throwIfAborted()
      await this.#open()
      return (await this.#telegram.call<tl.RpcMethod>(request, {
        abortSignal: AbortSignal.any([ends, AbortSignal.timeout(this.#options.callWithin ?? CALL_WITHIN)]),
      })) as tl.RpcCallReturn[Request['_']]
    } catch (thrown) {
      const error = errorOfMtproto(request._, thrown)
      if (error.kind === 'auth-dead') this.#die(error)
      throw error
    }
  }

  /** From now on what is pushed goes there. */
  listen(listener: AccountListener): void {
    const begins = this.#listener === null
    this.#listener = listener
    if (begins) void this.#hear()
  }

  /** Afterwards no socket is open and no timer runs. */
  async close(): Promise<void> {
    if (this.#over.signal.aborted) return
    this.#over.abort()
    this.#transport.close()
    await this.#opened?.catch(() => {})
    await this.#telegram.destroy()
  }

  #open(): Promise<void> {
    this.#opened ??= (async () => {
      await this.#telegram.importSession(this.#options.session, true)
      await this.#telegram.connect()
    })()
    return this.#opened
  }

  /** What is pushed comes only after Telegram was asked where we are. */
  async #hear(): Promise<void> {
    const ends = this.#over.signal
    const wait = backOff()
    while (!ends.aborted && !this.#dead) {
      try {
        await this.#open()
        // Asked by itself first: the library keeps to itself that the session is dead, and has to know whose it is.
        const [self] = await this.call({ _: 'users.getUsers', id: [{ _: 'inputUserSelf' }] }, ends)
        if (self?._ === 'user') await this.#telegram.storage.self.storeFrom(self)
        await this.#telegram.startUpdatesLoop()
        this.#isSubscribed = true
        return
      } catch (thrown) {
        if (ends.aborted) return
        const error = errorOfMtproto('updates', thrown)
        this.#options.log.warn({ error: error.message }, 'Telegram pushes nothing yet')
        if (error.kind === 'auth-dead') return
        await this.#options.time.sleep(wait.next(error.retryAfter), ends)
      }
    }
  }

  #die(error: NetworkError): void {
    if (this.#dead) return
    this.#dead = error
    this.#options.log.warn(
      { error: error.message },
      'the account of Telegram can not be used any more: sign in anew with npm run telegram:login',
    )
    void this.close()
  }
}

interface ClientOptions extends Pick<BaseTelegramClientOptions, 'updates' | 'defaultDcs'> {
  /** Milliseconds before it connects again. */
  nextPause(): number
}

export function openClient(
  { apiId, apiHash }: AccountKeys,
  transport: TcpTransport,
  { nextPause, ...options }: ClientOptions,
): BaseTelegramClient {
  const waiter = networkMiddlewares.floodWaiter({ maxWait: UPDATES_WAIT, store: false })
  return new BaseTelegramClient({
    apiId,
    apiHash,
    transport,
    crypto: new NodeCrypto(),
    storage: new RecentStorage(),
    platform: {
      beforeExit: () => () => {},
      // What it would print holds keys and what people write.
      log: () => {},
      getDefaultLogLevel: () => 0,
      getDeviceModel: () => 'Echolot',
    },
    logLevel: 0,
    initConnectionOptions: { deviceModel: 'Echolot', appVersion: '1.0', systemLangCode: 'ru', langCode: 'ru' },
    reconnectionStrategy: () => nextPause(),
    ...options,
    network: {
      pingInterval: PING_EVERY,
      connectionCount: (kind) => (kind === 'main' ? 1 : 0),
      // A refusal is the caller's; only missed updates have no one else to ask again.
      middlewares: [
        (context, next) => (context.request._.startsWith('updates.get') ? waiter(context, next) : next(context)),
      ],
    },
  })
}
