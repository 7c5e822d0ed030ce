import { Secret, TOTP } from 'otpauth'

/** What an app that gives codes shows then. @param secret as the person typed it into the app, in Base32 */
export const shownCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
