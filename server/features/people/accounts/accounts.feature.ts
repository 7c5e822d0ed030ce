/** Registration, coming in and going out; what a person looks after in their account stands in account-care.ts. */
import type { WayIn } from './second-step-ticket.ts'
import type { RoleName } from '../../../../contract/call.ts'
import { actorOf } from '../../../../rules/identity.ts'
import { personOf, sessionIdOf, type Handlers } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { accountCareHandlers } from './account-care.ts'
import { createOwnChallenge, forgetCaptchaAnswers } from './captcha.ts'
import { secondFactorHandlers } from './change-second-factor.ts'
import { confirmCodeLogin, startCodeLogin } from './code-login.ts'
import { createPassword, updatePassword } from './change-password.ts'
import { getMe } from './get-me.ts'
import { logIn } from './log-in.ts'
import { confirmRecovery, startRecovery, sendRecoveryLetter } from './recovery.ts'
import { confirmRegistration, register, resendRegistration, forgetRegistrations } from './registration.ts'
import { takeSecondStep } from './second-step.ts'
import { endSessions } from './sessions.ts'
import { addressKey, countFailures, effortAfter, forgetOldFailures } from './sign-in-failures.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { forgetRecoveryLinks } from './recovery-links.ts'
import { placeWordsOf } from './place-in-words.ts'
import { personalAccount } from './personal-account.ts'

const handlers: Handlers<'accounts'> = {
  ...accountCareHandlers,
  ...secondFactorHandlers,

  getMe,

  async getSignInOptions({ config: { vkId, apple, yandexCaptcha } }) {
    return {
      networks: [...(vkId ? (['vk'] as const) : []), ...(apple ? (['apple'] as const) : [])],
      captcha: yandexCaptcha ? { provider: 'yandex', sitekey: yandexCaptcha.sitekey } : { provider: 'altcha' },
    }
  },

  async createCaptcha({ db, clock, config, ip }) {
    const failures = await countFailures(db, clock, addressKey(ip))
    return { challenge: await createOwnChallenge(config, clock, effortAfter(failures)) }
  },

  register,
  resendRegistration,
  confirmRegistration,
  login: logIn,
  startCodeLogin,
  confirmCodeLogin,
  takeSecondStep,
  startRecovery,
  confirmRecovery,
  createPassword,
  updatePassword,

  async logout(ctx) {
    const { db, clock, identity } = ctx
    // Under a mask it is one's own session that ends.
    const person = actorOf(identity)
    if (person) {
      const [userId, sessionId] = [person.id, sessionIdOf(ctx)]
      await db.transaction().execute(async (tx) => {
        await endSessions(tx, clock, { userId, sessionId })
        await recordAuditEntry(tx, clock, ctx, {
          actorId: userId,
          userId,
          action: 'signed-out',
          details: { session: sessionId },
        })
      })
    }
    ctx.setSessionToken(null)
    return {}
  },

  async logoutAllDevices(ctx) {
    const { db, clock } = ctx
    const { id: userId } = personOf(ctx)
    const ended = await db.transaction().execute(async (tx) => {
      const count = await endSessions(tx, clock, { userId })
      await recordAuditEntry(tx, clock, ctx, {
        actorId: userId,
        userId,
        action: 'signed-out-everywhere',
        details: { ended: count },
      })
      return count
    })
    ctx.setSessionToken(null)
    return { ended }
  },
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    'session.ended': { sessionIds: number[] }
  }
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    registered: null
    'signed-in': { way: WayIn; session: number }
    'sign-in-failed': null
    'signed-out': { session: number }
    'signed-out-everywhere': { ended: number }
    'session-ended': { session: number }
    'password-created': null
    'second-factor-on': null
    'second-factor-off': null
    'second-factor-failed': null
    'password-changed': null
    'recovery-asked': null
    'password-recovered': null
    'email-changed': { before: string | null; email: string }
    'phone-changed': { phone: string | null }
    'notification-email-changed': { email: string | null }
    'roles-changed': { before: RoleName[]; after: RoleName[] }
  }
}

export const accountsFeature = defineFeature({
  name: 'accounts',
  // A database of places that cannot be read is found out about at once.
  start: (ctx) => void placeWordsOf(ctx),
  handlers,
  jobs: [
    on('recovery.asked', 'send-recovery-letter', async (context, { userId, asker = '' }) => {
      if (userId !== null) await sendRecoveryLetter(context, userId, asker)
    }),
    every('13,43 * * * *', 'forget-sign-in-traces', async ({ db, clock }) => {
      await forgetRegistrations(db, clock)
      await forgetRecoveryLinks(db, clock)
      await forgetOldFailures(db, clock)
      await forgetCaptchaAnswers(db, clock)
    }),
  ],
  personalData: personalAccount,
  auditWords: {
    registered: 'Аккаунт создан',
    'signed-in': 'Вход',
    'sign-in-failed': 'Неверный пароль при входе',
    'signed-out': 'Выход',
    'signed-out-everywhere': 'Выход на всех устройствах',
    'session-ended': 'Завершена одна из сессий',
    'password-created': 'Создан пароль',
    'password-changed': 'Изменён пароль',
    'password-recovered': 'Пароль восстановлен по ссылке из письма',
    'recovery-asked': 'Запрошено восстановление пароля',
    'second-factor-on': 'Включена двухфакторная защита',
    'second-factor-off': 'Выключена двухфакторная защита',
    'second-factor-failed': 'Неверный код двухфакторной защиты',
    'email-changed': 'Email изменён',
    'notification-email-changed': 'Email для уведомлений изменён',
    'phone-changed': 'Телефон изменён',
    'roles-changed': 'Роли изменены',
  },
})
