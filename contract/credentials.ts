/** What someone enters to be let through: a password of their own, a captcha. */
import { Type } from 'typebox'

/** Short enough to be typed, long enough to keep; argon2 takes the whole of it. */
export const passwordLength = { min: 8, max: 200 }

/** A password that is only compared: anyone who enters it must not learn the rules from an error. */
export const AnyPassword = Type.String({ maxLength: passwordLength.max })

/** What the solved captcha gave: of ALTCHA its payload, of Yandex its token. */
export const Captcha = Type.Optional(Type.String({ maxLength: 10_000 }))
