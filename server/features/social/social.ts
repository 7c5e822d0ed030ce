/** Coming in through a network: sent there, sent back, and let in. */
import type { SocialNetworkName } from '../../../contract/social.ts'
import type { Config } from '../../config.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { referralOf } from '../partner/partner.public.ts'
import { followNotice, readNotice } from './apple-notices.ts'
import { comeIn } from './come-in.ts'
import { NetworkTrouble, type Begun, type FromNetwork } from './network.ts'
import { configured, openNetworks, redirectUri, type Networks } from './networks.ts'
import { ownPath, pathAfterRefusal } from './own-path.ts'
import { beginSignIn, collectSignIn, keepOutcome, takeSignIn, type Intent, type Outcome } from './sign-in-state.ts'
import { unlink } from './unlink.ts'
import { readVkAnswer } from './vk-id.ts'

export function answerSocial(config: Config): Answers<'social'> {
  const networks = openNetworks(config)

  /** The browser is back from the network. Who it is, is asked now; who gets it, when the browser shows its own cookies. */
  async function takeBack(
    asking: Asking,
    network: SocialNetworkName,
    intents: Intent[],
    answer: FromNetwork,
  ): Promise<{ location: string }> {
    const state = answer.state ?? ''
    configured(networks, network)
    const taken = await takeSignIn(asking, state, network, intents)
    if (!taken) throw new Refusal('NETWORK_SIGN_IN_FAILED')
    const begun = {
      state,
      nonce: taken.nonce,
      verifier: taken.verifier,
      redirectUri: redirectUri(config, network, taken.intent),
    }
    await keepOutcome(asking.db, config, state, await askWho(networks, asking, network, answer, begun))
    return { location: `/auth/finish?state=${encodeURIComponent(state)}` }
  }

  return {
    async startNetworkSignIn(asking, { network: name, intent, from }) {
      const network = configured(networks, name)
      const begun = await beginSignIn(asking, config, {
        network: name,
        intent,
        userId: intent === 'link' ? personOf(asking).id : null,
        cameFrom: ownPath(from),
        referral: referralOf(asking),
      })
      return { location: network.authorizeAddress({ ...begun, redirectUri: redirectUri(config, name, intent) }) }
    },

    takeVkCallback: (asking, input) => takeBack(asking, 'vk', ['auth', 'reg', 'link'], readVkAnswer(input)),
    takeAppleCallbackReg: (asking, input) => takeBack(asking, 'apple', ['reg'], input),
    takeAppleCallbackAuth: (asking, input) => takeBack(asking, 'apple', ['auth', 'link'], input),

    async finishNetworkSignIn(asking, { state }) {
      const back = await collectSignIn(asking, config, state)
      if (!back) throw new Refusal('NETWORK_SIGN_IN_FAILED')
      const { outcome, ...rest } = back
      if ('refused' in outcome) return { location: pathAfterRefusal(back.cameFrom, outcome.refused) }
      try {
        return { location: await comeIn(asking, config, { ...rest, identity: outcome.identity }) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { location: pathAfterRefusal(back.cameFrom, error.code) }
      }
    },

    async takeAppleNotice(asking, { payload }) {
      await followNotice(asking, await readNotice(configured(networks, 'apple'), asking, payload))
      return {}
    },

    async unlinkNetwork(asking, { network }) {
      await unlink(asking, config, networks, personOf(asking).id, network)
      return {}
    },
  }
}

async function askWho(
  networks: Networks,
  { clock, log }: Asking,
  name: SocialNetworkName,
  answer: FromNetwork,
  begun: Begun,
): Promise<Outcome> {
  try {
    return { identity: await configured(networks, name).identify(clock, answer, begun) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code }
    if (!(error instanceof NetworkTrouble)) throw error
    log.warn({ network: name, reason: error.message }, 'a network did not say who came')
    return { refused: 'NETWORK_SIGN_IN_FAILED' }
  }
}
