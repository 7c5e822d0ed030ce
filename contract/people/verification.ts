/** Verification: a code shows that an e-mail or a phone is a person's own (spec §4 Phone and e-mail confirmation). */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { AnyPassword, Captcha } from '../credentials.ts'

/** 1 confirmed, 2 wrong, 3 wrong and the entry is closed. */
export const CodeFlagSchema = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)])
export type CodeFlag = Static<typeof CodeFlagSchema>

/** Where strangers asked for many codes to one address, or from one network address, a code needs a captcha: refused with CAPTCHA_REQUIRED. */
/** The code is this many digits; after sending, a new one has to wait this long (spec §9). */
export const pinLength = 4
export const resendSeconds = { email: 30, phone: 120 }

const Pin = Type.String({ pattern: `^\\d{${pinLength}}$` })

/** A code that opens an account stands where a password would, and is longer. */
export const entryPinLength = 6
export const EntryPin = Type.String({ pattern: `^\\d{${entryPinLength}}$` })

/** A code that is on its way: until when no new one can be asked for, and until when it holds. */
export const SentCodeSchema = Type.Object({
  /** Where it went: an e-mail, or a phone in digits. */
  target: Type.String(),
  resendAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
})
export type SentCode = Static<typeof SentCodeSchema>

const sending = { count: 20, seconds: 3600 }
const trying = { count: 30, seconds: 300 }
const PhoneOrNothing = Type.String({ maxLength: 40 })
/** May be empty: that has a sentence of its own. */
const EmailOrNothing = Type.String({ maxLength: 254 })
const SentOrNone = Type.Union([SentCodeSchema, Type.Null()])

export const verification = {
  /** Which codes the person has been sent and may still enter: after a reload the countdowns go on. */
  getVerification: call('GET', '/user/verification', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ email: SentOrNone, phone: SentOrNone, notices: SentOrNone }),
  }),
  /**
   * A code to this e-mail: their own, or another that shall take its place. For another one anyone who has a password enters it: refused
   * with PASSWORD_REQUIRED, PASSWORD_INVALID.
   */
  sendApproveEmail: call('POST', '/user/send-approve-email', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: sending,
    input: Type.Object({ email: EmailOrNothing, password: Type.Optional(AnyPassword), captcha: Captcha }),
    result: SentCodeSchema,
  }),
  /** A code to the e-mail that the account has, or waits to have. */
  createEmailToken: call('POST', '/user/email/create-verification-token', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: sending,
    input: Type.Object({ captcha: Captcha }),
    result: SentCodeSchema,
  }),
  verifyEmail: call('POST', '/user/email/verify', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: trying,
    input: Type.Object({ pin: Pin }),
    result: Type.Object({ flag: CodeFlagSchema }),
  }),
  /**
   * Calls this phone; the last four digits of the number that calls are the code. The third call within a day to one person or
   * from one address needs a captcha: refused with CAPTCHA_REQUIRED.
   */
  approveCall: call('GET', '/user/approve-call', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    changes: true,
    rateLimit: sending,
    input: Type.Object({ phone: PhoneOrNothing, captcha: Captcha }),
    result: SentCodeSchema,
  }),
  verifyPhone: call('POST', '/user/phone/verify', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: trying,
    input: Type.Object({ pin: Pin }),
    result: Type.Object({ flag: CodeFlagSchema }),
  }),
  removePhone: call('DELETE', '/user/phone', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({}),
  }),
  /** Notices shall go to this e-mail, once its code is entered. */
  sendNotificationEmail: call('POST', '/user/notification-email', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: sending,
    input: Type.Object({ email: EmailOrNothing, captcha: Captcha }),
    result: SentCodeSchema,
  }),
  verifyNotificationEmail: call('POST', '/user/notification-email/verify', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: trying,
    input: Type.Object({ pin: Pin }),
    result: Type.Object({ flag: CodeFlagSchema }),
  }),
  /** Notices go to the account's own e-mail again. */
  removeNotificationEmail: call('DELETE', '/user/notification-email', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({}),
  }),
}

/** What came of a code that was entered in one of the person's browsers. */
export const verificationSignals = {
  'approve-email': Type.Object({ flag: CodeFlagSchema }),
  'approve-phone-by-sms': Type.Object({ flag: CodeFlagSchema }),
}
