/** Signs that no one sees, and those that turn the writing around: a name with them can look like another one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u

export const hasUnseenSigns = (name: string): boolean => UNSEEN.test(name)
