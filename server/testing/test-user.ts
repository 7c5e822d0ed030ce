import type { TestBrowser } from './test-browser.ts'
import type { Answer } from '../../contract/call.ts'
import { codeOf, resultOf, type CallInput, type CallName, type CallResult, type Feature } from './read-answer.ts'

/** As much of the world as a user needs. */
interface Surroundings {
  signIn(userId: number, ip: string): Promise<string>
  ask<F extends Feature, N extends CallName<F>>(
    feature: F,
    callName: N,
    input: CallInput<F, N>,
    asker: { token: string; ip: string },
  ): Promise<Answer<CallResult<F, N>>>
  connect(token: string): Promise<TestBrowser>
}

/** Someone with an account who is signed in, from an address of their own: rate limits count by it. */
export class TestUser {
  readonly userId: number
  readonly email: string
  readonly ip: string
  readonly token: string
  /** The default one. */
  readonly filterId: number
  readonly #world: Surroundings

  constructor(
    world: Surroundings,
    known: { userId: number; email: string; ip: string; token: string; filterId: number },
  ) {
    this.#world = world
    this.userId = known.userId
    this.email = known.email
    this.ip = known.ip
    this.token = known.token
    this.filterId = known.filterId
  }

  /** Another session of the same person: its token. */
  signIn(): Promise<string> {
    return this.#world.signIn(this.userId, this.ip)
  }

  /** What the call answers; a refusal is thrown. */
  async asks<F extends Feature, N extends CallName<F>>(feature: F, callName: N, input: CallInput<F, N>) {
    return resultOf(await this.#world.ask(feature, callName, input, { token: this.token, ip: this.ip }))
  }

  /** The code the call is refused with. */
  async isRefused<F extends Feature, N extends CallName<F>>(feature: F, callName: N, input: CallInput<F, N>) {
    return codeOf(await this.#world.ask(feature, callName, input, { token: this.token, ip: this.ip }))
  }

  connects(): Promise<TestBrowser> {
    return this.#world.connect(this.token)
  }
}
