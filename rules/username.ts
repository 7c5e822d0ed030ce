/** Signs that no one sees, and those that turn the writing around: a name with them can look like another one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u

/** Joins two pictures into one: 👩 and 🎨 become 👩‍🎨. */
const JOINER = /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu

export const hasUnseenSigns = (name: string): boolean => UNSEEN.test(name.replace(JOINER, ''))
