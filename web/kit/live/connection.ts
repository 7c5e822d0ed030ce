/**
 * The socket of this tab. It is open while someone is signed in: a guest who reads the home page needs none.
 * The library comes only then, so it is no part of the first load.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Socket } from 'socket.io-client'
import type { Answer } from '../../../contract/call.ts'
import type { SignalName, Signals } from '../../../contract/signals.ts'
import { signalFromWire } from '../../../contract/wire-names.ts'
import { ownError } from '../calls/call-error.ts'

/** `offline` when the browser lost its network, or an attempt to connect failed or took too long; attempts go on all the while. */
export type ConnectionState = 'closed' | 'connecting' | 'online' | 'reconnecting' | 'offline'

export interface Connection {
  state: ConnectionState
  /** Grows with each connection: anyone who keeps something on the server's side of the socket sends it again. */
  number: number
}

/** What is to be done on each signal. */
export type Listeners = { [Name in keyof Signals]: (payload: Signals[Name]) => void }

/** What a feature does on these signals; one of them that it leaves out does not compile. */
export type Listen<Name extends SignalName> = (cache: QueryClient) => Pick<Listeners, Name>

type ServerEvents = Listeners
interface ClientEvents {
  call: (asked: { name: string; input: unknown }, answer: (answer: Answer) => void) => void
}

const CONNECT_TIME_LIMIT = 10_000
const AFTER_FAILED_FETCH = 5_000

let now: Connection = { state: 'closed', number: 0 }
const watchers = new Set<() => void>()
let wanted = false
let opening: Promise<Socket<ServerEvents, ClientEvents>> | null = null
let socket: Socket<ServerEvents, ClientEvents> | null = null
let fetchListeners: (() => Promise<Listeners>) | null = null

function become(state: ConnectionState): void {
  if (state === now.state) return
  now = { state, number: state === 'online' ? now.number + 1 : now.number }
  for (const watcher of watchers) watcher()
}

export function getConnection(): Connection {
  return now
}

export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Called once, before the first `openConnection`. @param fetchThem what is done on signals comes with the library too */
export function listen(fetchThem: () => Promise<Listeners>): void {
  fetchListeners = fetchThem
  // The same two, however often it is called: a browser keeps each once.
  window.addEventListener('offline', loseNetwork)
  window.addEventListener('online', findNetwork)
}

/** The browser knows at once what silence on the socket shows after half a minute. What it is wrong about the next attempt shows. */
function loseNetwork(): void {
  if (!wanted) return
  become('offline')
  socket?.io.engine?.close()
}

function findNetwork(): void {
  if (!wanted || now.state === 'online') return
  become('reconnecting')
  void reopenConnection()
}

export async function openConnection(): Promise<void> {
  wanted = true
  if (now.state === 'closed') become('connecting')
  const made = (opening ??= makeSocket())
  try {
    const fetched = await made
    if (opening !== made) return
    socket = fetched
    socket.connect()
  } catch {
    // The library itself could not be fetched, as may be while a new version is put in place.
    if (opening !== made) return
    opening = null
    become('offline')
    setTimeout(() => wanted && void openConnection(), AFTER_FAILED_FETCH)
  }
}

export function closeConnection(): void {
  wanted = false
  const closing = socket
  socket = null
  opening = null
  closing?.disconnect()
  become('closed')
}

/** Connects again: after signing in the socket must carry the new cookie, and a person may not want to wait for the next attempt. */
export async function reopenConnection(): Promise<void> {
  socket?.disconnect()
  await openConnection()
}

async function makeSocket(): Promise<Socket<ServerEvents, ClientEvents>> {
  if (fetchListeners === null) throw new Error('no one listens to the signals yet')
  const [{ io }, listeners] = await Promise.all([import('socket.io-client'), fetchListeners()])
  const made: Socket<ServerEvents, ClientEvents> = io({
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: CONNECT_TIME_LIMIT,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  })
  made.on('connect', () => become('online'))
  made.on('connect_error', () => {
    if (made !== socket) return
    become('offline')
    // The server refused this one on purpose, and the library takes that for final; a later try may be let in.
    if (!made.active) setTimeout(() => made === socket && made.connect(), 5_000)
  })
  made.on('disconnect', (reason) => {
    if (made !== socket) return
    become(window.navigator.onLine ? 'reconnecting' : 'offline')
    // Closed by the server on purpose (the session ended, or it restarts): the library leaves coming back to us.
    if (reason === 'io server disconnect') setTimeout(() => made === socket && made.connect(), 500)
  })
  for (const [name, listener] of Object.entries(listeners) as [SignalName, (payload: unknown) => void][])
    made.on(name, (payload: unknown) => listener(signalFromWire(name, payload)))
  return made
}

/** The answer to a call. An abort is reported at once; an answer that comes after it is let go. */
export function askOverSocket(name: string, input: unknown, signal: AbortSignal, timeLimit: number): Promise<Answer> {
  const open = socket
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (open === null || !open.connected) throw ownError('NETWORK_ERROR')
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    open.timeout(timeLimit).emit('call', { name, input }, (failed, answer) => {
      signal.removeEventListener('abort', abort)
      if (failed) reject(ownError('NETWORK_ERROR'))
      else resolve(answer)
    })
  })
}
