/** Coming in through a network: sent there, sent back, and let in. */
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { referralOf } from '../referrals/referrals.public.ts'
import { allowLinking, checkMayLink } from './allow-linking.ts'
import { followNotice, readNotice } from './apple-notices.ts'
import { completeSocialSignIn } from './complete-social-sign-in.ts'
import { SocialNetworkError, type Begun, type FromNetwork } from './sign-in-network.ts'
import { configured, networksOf, redirectUri, type Networks } from './networks.ts'
import { ownPath, pathAfterRefusal, pathAfterRegistration } from './safe-redirect-path.ts'
import {
  beginSocialSignIn,
  collectSignIn,
  keepOutcome,
  takeSignIn,
  type Intent,
  type SignInOutcome,
  forgetExpiredSignIns,
} from './sign-in-state.ts'
import { unlink } from './unlink.ts'
import { readVkAnswer } from './vk-id.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { personalNetworks } from './personal-networks.ts'

/** The browser is back from the network. Who it is, is asked now; who gets it, when the browser shows its own cookies. */
async function takeBack(
  ctx: CallContext,
  network: SocialNetworkName,
  intents: Intent[],
  answer: FromNetwork,
): Promise<{ location: string }> {
  const state = answer.state ?? ''
  const networks = networksOf(ctx)
  configured(networks, network)
  const taken = await takeSignIn(ctx, state, network, intents)
  if (!taken) throw new AppError('NETWORK_SIGN_IN_FAILED')
  const begun = {
    state,
    nonce: taken.nonce,
    verifier: taken.verifier,
    redirectUri: redirectUri(ctx.config, network, taken.intent),
  }
  await keepOutcome(ctx.db, ctx.config, state, await askWho(networks, ctx, network, answer, begun))
  return { location: `/auth/finish?state=${encodeURIComponent(state)}` }
}

const handlers: Handlers<'social'> = {
  async startNetworkSignIn(ctx, { network: name, intent, from, order }) {
    const network = configured(networksOf(ctx), name)
    if (intent === 'link') await checkMayLink(ctx)
    const begun = await beginSocialSignIn(ctx, {
      network: name,
      intent,
      userId: intent === 'link' ? personOf(ctx).id : null,
      cameFrom: ownPath(from),
      onRegistered: pathAfterRegistration(order ?? from),
      referral: referralOf(ctx),
    })
    return { location: network.authorizeAddress({ ...begun, redirectUri: redirectUri(ctx.config, name, intent) }) }
  },

  async allowLinking(ctx, { password }) {
    await allowLinking(ctx, password)
    return {}
  },

  takeVkCallback: (ctx, input) => takeBack(ctx, 'vk', ['auth', 'reg', 'link'], readVkAnswer(input)),
  takeAppleCallbackReg: (ctx, input) => takeBack(ctx, 'apple', ['reg'], input),
  takeAppleCallbackAuth: (ctx, input) => takeBack(ctx, 'apple', ['auth', 'link'], input),

  async finishNetworkSignIn(ctx, { state }) {
    const back = await collectSignIn(ctx, state)
    if (!back) throw new AppError('NETWORK_SIGN_IN_FAILED')
    const { outcome, ...rest } = back
    if ('refused' in outcome) return { location: pathAfterRefusal(back.cameFrom, outcome.refused) }
    try {
      return { location: await completeSocialSignIn(ctx, { ...rest, identity: outcome.identity }) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { location: pathAfterRefusal(back.cameFrom, error.code) }
    }
  },

  async takeAppleNotice(ctx, { payload }) {
    await followNotice(ctx, await readNotice(configured(networksOf(ctx), 'apple'), ctx, payload))
    return {}
  },

  async unlinkNetwork(ctx, { network }) {
    await unlink(ctx, networksOf(ctx), personOf(ctx).id, network)
    return {}
  },
}

async function askWho(
  networks: Networks,
  { clock, log }: CallContext,
  name: SocialNetworkName,
  answer: FromNetwork,
  begun: Begun,
): Promise<SignInOutcome> {
  try {
    return { identity: await configured(networks, name).identify(clock, answer, begun) }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    if (!(error instanceof SocialNetworkError)) throw error
    log.warn({ network: name, reason: error.message }, 'a network did not say who came')
    return { refused: 'NETWORK_SIGN_IN_FAILED' }
  }
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'network-linked': { network: SocialNetworkName }
    'network-unlinked': { network: SocialNetworkName }
  }
}

export const socialFeature = defineFeature({
  name: 'social',
  handlers,
  jobs: [every('*/10 * * * *', 'forget-network-sign-ins', forgetExpiredSignIns)],
  personalData: personalNetworks,
  auditWords: {
    'network-linked': 'Вход через сеть привязан',
    'network-unlinked': 'Вход через сеть отвязан',
  },
})
