/** Registration, coming in and going out; what a person looks after in his account stands in account-care.ts. */
import type { SocialNetworkName } from '../../../contract/social.ts'
import type { Config } from '../../config.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { answerAccountCare } from './account-care.ts'
import { createOwnChallenge } from './captcha.ts'
import { createPassword, updatePassword } from './change-password.ts'
import { findUser } from './find-user.ts'
import { logIn } from './log-in.ts'
import { confirmRecovery, startRecovery } from './recovery.ts'
import { confirmRegistration, register, resendRegistration } from './registration.ts'
import { endSessions } from './sessions.ts'
import { addressKey, countFailures, effortAfter } from './sign-in-failures.ts'

export function answerAccounts(config: Config): Answers<'accounts'> {
  const networks: SocialNetworkName[] = [
    ...(config.vkId ? (['vk'] as const) : []),
    ...(config.apple ? (['apple'] as const) : []),
  ]
  return {
    ...answerAccountCare(config),

    async getMe({ db, person }) {
      return { user: person ? await findUser(db, person.id) : null }
    },

    async getSignInOptions() {
      const { yandexCaptcha } = config
      return {
        networks,
        captcha: yandexCaptcha ? { provider: 'yandex', sitekey: yandexCaptcha.sitekey } : { provider: 'altcha' },
      }
    },

    async createCaptcha({ db, clock, ip }) {
      const failures = await countFailures(db, clock, addressKey(ip))
      return { challenge: await createOwnChallenge(config, clock, effortAfter(failures)) }
    },

    register: (asking, input) => register(asking, config, input),
    resendRegistration: (asking, input) => resendRegistration(asking, config, input),
    confirmRegistration: (asking, input) => confirmRegistration(asking, config, input),
    login: (asking, input) => logIn(asking, config, input),
    startRecovery: (asking, input) => startRecovery(asking, config, input),
    confirmRecovery: (asking, input) => confirmRecovery(asking, config, input),
    createPassword: (asking, input) => createPassword(asking, config, input),
    updatePassword: (asking, input) => updatePassword(asking, config, input),

    async logout(asking) {
      const { db, clock, person } = asking
      if (person) {
        const { id: userId, sessionId } = person
        await db.transaction().execute(async (tx) => {
          await endSessions(tx, clock, { userId, sessionId })
          await audit(tx, clock, asking, {
            actorId: userId,
            userId,
            action: 'signed-out',
            details: { session: sessionId },
          })
        })
      }
      asking.setSessionToken(null)
      return {}
    },

    async logoutAllDevices(asking) {
      const { db, clock } = asking
      const { id: userId } = personOf(asking)
      const ended = await db.transaction().execute(async (tx) => {
        const count = await endSessions(tx, clock, { userId })
        await audit(tx, clock, asking, {
          actorId: userId,
          userId,
          action: 'signed-out-everywhere',
          details: { ended: count },
        })
        return count
      })
      asking.setSessionToken(null)
      return { ended }
    },
  }
}
