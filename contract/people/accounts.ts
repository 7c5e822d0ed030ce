/** Accounts: who a person is, how they come in and goes out, and what they may change about it. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { AnyPassword, Captcha, passwordLength } from '../credentials.ts'
import { SocialNetwork } from './social.ts'
import { CodeFlagSchema, EntryPin, SentCodeSchema } from './verification.ts'

export const usernameLength = 80

/** This many wrong passwords are forgiven; when there were more, the next try needs a captcha (spec §9). */
export const freeSignInFailures = 5

/** How long a browser that was signed in is informed from a strange one. */
export const knownDeviceDays = 180

/** How long a deleted account can be taken back. */
export const deletionGraceDays = 14

const Email = Type.String({ format: 'email', maxLength: 254 })
const Password = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })
const TimeZone = Type.String({ maxLength: 64 })
/** The print of the device (spec §7 fp), used for the limits of trials only. */
const Fp = Type.String({ minLength: 1, maxLength: 200 })

/** What someone agrees to who wants advertising by e-mail. When the words change, the version does: a consent says to which words it was given. */
export const advertisingConsent = {
  version: '2026-12-12',
  text: 'Хочу получать на почту предложения и скидки Эхолота. Отказаться можно в любой момент: в профиле или по ссылке в письме',
} as const

export const UserSchema = Type.Object({
  id: Type.Integer(),
  /** Null for anyone who came through a network and has confirmed none yet. */
  email: Type.Union([Type.String(), Type.Null()]),
  emailApprove: Type.Boolean(),
  /** A code went there; when it is confirmed it becomes the e-mail. */
  pendingEmail: Type.Union([Type.String(), Type.Null()]),
  username: Type.String(),
  /** In digits, with the code of the country. */
  phone: Type.Union([Type.String(), Type.Null()]),
  phoneApprove: Type.Boolean(),
  /** Null: notices go to the e-mail. */
  notificationEmail: Type.Union([Type.String(), Type.Null()]),
  hasPassword: Type.Boolean(),
  /** Coming in asks for a code of an app too. */
  secondFactor: Type.Boolean(),
  /** Networks one can come in through. */
  networks: Type.Array(SocialNetwork),
  /** Numeric role codes (spec §6); `rules/roles.ts` knows their words. */
  role: Type.Array(Type.Integer()),
  freeDirectLinks: Type.Boolean(),
  timeZone: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  /** When the account will be gone, if it is being deleted. */
  deletionAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})
export type User = Static<typeof UserSchema>

const Named = Type.Object({ id: Type.Integer(), username: Type.String() })

/** Support looks as `user` sees the service; `actor` is who really sits there. */
export const MaskSchema = Type.Object({
  actor: Named,
  user: Named,
  /** When it ends by itself. */
  until: Type.String({ format: 'date-time' }),
})
export type Mask = Static<typeof MaskSchema>

/** Support looked at the account as its owner sees it. */
export const MaskRecordSchema = Type.Object({
  id: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
  /** When it ended, or is going to at the latest. */
  endsAt: Type.String({ format: 'date-time' }),
  reason: Type.String(),
})
export type MaskRecord = Static<typeof MaskRecordSchema>

/** One sign-in (spec §3 Auth history record), and what it was in words. */
export const AuthRecordSchema = Type.Object({
  id: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
  lastSeenAt: Type.String({ format: 'date-time' }),
  ip: Type.String(),
  userAgent: Type.String(),
  /** «Chrome 141, Windows», «iPhone, Safari». */
  device: Type.String(),
  /** «Россия», «Россия, Казань», «домашняя сеть»; empty when no one knows. */
  place: Type.String(),
  /** This very sign-in. */
  current: Type.Boolean(),
  /** Still signed in. */
  active: Type.Boolean(),
})
export type AuthRecord = Static<typeof AuthRecordSchema>

const tries = { count: 30, seconds: 300 }
const Signed = Type.Object({ user: UserSchema })
/** Signed in; or who they are is shown by half: what `takeSecondStep` wants, with a code of the app. */
const SignedOrSecondStep = Type.Object({
  user: Type.Union([UserSchema, Type.Null()]),
  secondStep: Type.Union([Type.String(), Type.Null()]),
})
/** Six digits of the app, or a recovery code; how it is spaced is no matter. */
const SecondFactorCode = Type.String({ minLength: 1, maxLength: 40 })
/** Held by the browser that asked: with it and the code the registration is confirmed. */
const Registration = Type.String({ format: 'uuid' })
const Registering = Type.Object({ registration: Registration, ...SentCodeSchema.properties })
/** Held by the browser that asked for a code to come in with. */
const CodeLogin = Type.String({ format: 'uuid' })

export const accounts = {
  /** Who is signed in, or whose mask is on; null for a guest. */
  getMe: call('GET', '/user/me', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      user: Type.Union([UserSchema, Type.Null()]),
      /** While support looks as `user`, and only then. */
      mask: Type.Optional(MaskSchema),
    }),
  }),
  /** By which networks one can come in, and whose captcha is asked. */
  getSignInOptions: call('GET', '/auth/options', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      networks: Type.Array(SocialNetwork),
      captcha: Type.Union([
        Type.Object({ provider: Type.Literal('altcha') }),
        Type.Object({ provider: Type.Literal('yandex'), sitekey: Type.String() }),
      ]),
    }),
  }),
  /** A challenge of ALTCHA, as its widget takes it. */
  createCaptcha: call('GET', '/auth/captcha', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 300 },
    input: Type.Object({}),
    result: Type.Object({ challenge: Type.Record(Type.String(), Type.Unknown()) }),
  }),
  /** Sends a code to the e-mail; the answer is the same when someone has it already: then the letter says so. */
  register: call('POST', '/auth/register', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({
      email: Email,
      /** Without one they come in by codes from letters, until they set one. */
      password: Type.Optional(Password),
      username: Type.Optional(Type.String({ maxLength: usernameLength })),
      timeZone: Type.Optional(TimeZone),
      fp: Type.Optional(Fp),
      incognito: Type.Optional(Type.Boolean()),
      /** They agree to `advertisingConsent`. */
      advertising: Type.Optional(Type.Boolean()),
      captcha: Captcha,
    }),
    result: Registering,
  }),
  resendRegistration: call('POST', '/auth/register/resend', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ registration: Registration, captcha: Captcha }),
    result: Registering,
  }),
  /** `user` is there with flag 1: they are signed in. */
  confirmRegistration: call('POST', '/auth/register/confirm', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ registration: Registration, pin: EntryPin }),
    result: Type.Object({ flag: CodeFlagSchema, user: Type.Union([UserSchema, Type.Null()]) }),
  }),
  /** Refused with CREDENTIALS_INVALID, its `details.captcha` true when the next try needs one. */
  login: call('POST', '/auth/login', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ email: Type.String({ maxLength: 254 }), password: AnyPassword, captcha: Captcha }),
    result: SignedOrSecondStep,
  }),
  /** Sends a code to come in with instead of a password; the answer is the same when no one has the e-mail: then the letter says so. */
  startCodeLogin: call('POST', '/auth/login/code', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ email: Email, captcha: Captcha }),
    result: Type.Object({ login: CodeLogin, ...SentCodeSchema.properties }),
  }),
  /** With flag 1 they are signed in, or have to take the second step. Refused with CAPTCHA_REQUIRED after as many failures as `login`. */
  confirmCodeLogin: call('POST', '/auth/login/code/confirm', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ login: CodeLogin, pin: EntryPin, captcha: Captcha }),
    result: Type.Object({ flag: CodeFlagSchema, ...SignedOrSecondStep.properties }),
  }),
  /** The second step of coming in. Refused with SECOND_FACTOR_INVALID, SECOND_STEP_EXPIRED. */
  takeSecondStep: call('POST', '/auth/second-step', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ secondStep: Type.String({ minLength: 1, maxLength: 1000 }), code: SecondFactorCode }),
    result: Signed,
  }),
  /** Begins to set up a second factor: what the app is to know. The password of anyone who has one. */
  startSecondFactor: call('POST', '/user/second-factor', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ password: Type.Optional(AnyPassword) }),
    result: Type.Object({ secret: Type.String(), uri: Type.String() }),
  }),
  /** It holds from now on; every other browser is signed out. The recovery codes are shown this once. */
  confirmSecondFactor: call('POST', '/user/second-factor/confirm', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ code: SecondFactorCode }),
    result: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  }),
  removeSecondFactor: call('POST', '/user/second-factor/remove', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ password: Type.Optional(AnyPassword), code: SecondFactorCode }),
    result: Type.Object({}),
  }),
  logout: call('POST', '/auth/logout', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'change',
    only: 'http',
    input: Type.Object({}),
    result: Type.Object({}),
  }),
  /** Sends a letter with a link, if anybody has this e-mail; the answer does not show it. */
  startRecovery: call('POST', '/auth/recovery', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    rateLimit: { count: 10, seconds: 300 },
    input: Type.Object({ email: Email, captcha: Captcha }),
    result: Type.Object({ resendAt: Type.String({ format: 'date-time' }) }),
  }),
  /** The new password; every other browser is signed out. */
  confirmRecovery: call('POST', '/auth/recovery/confirm', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), password: Password }),
    result: SignedOrSecondStep,
  }),
  updateUser: call('POST', '/user/update', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    input: Type.Object({
      username: Type.Optional(Type.String({ minLength: 1, maxLength: usernameLength, pattern: '\\S' })),
      timeZone: Type.Optional(TimeZone),
    }),
    result: Signed,
  }),
  /** For anyone who has none yet. Every other browser is signed out, and this one gets a new session. */
  createPassword: call('POST', '/user/create-pass', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: tries,
    input: Type.Object({ password: Password }),
    result: Signed,
  }),
  updatePassword: call('POST', '/user/update-pass', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: { count: 10, seconds: 300 },
    input: Type.Object({ password: AnyPassword, newPassword: Password }),
    result: Signed,
  }),
  logoutAllDevices: call('DELETE', '/user/logout-all-devices', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    input: Type.Object({}),
    result: Type.Object({ ended: Type.Integer() }),
  }),
  /** Signs out one other browser. */
  endSession: call('DELETE', '/user/session/:id', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
    result: Type.Object({}),
  }),
  listAuthHistory: call('GET', '/user/auth-history', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    result: Type.Object({
      docs: Type.Array(AuthRecordSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
      /** The latest visits of support; with the first page alone. */
      masks: Type.Array(MaskRecordSchema),
    }),
  }),
  /** The print of the device, reported once a visit. */
  checkDevice: call('POST', '/feed/check-fp', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({ fp: Fp, incognito: Type.Optional(Type.Boolean()) }),
    result: Type.Object({}),
  }),
}

export const accountsSignals = {
  /** The session ended (signed out elsewhere, or revoked): the socket is closed right after. */
  'session.ended': Type.Object({}),
}
