/** Enough to catch a slip of the finger; the server has the last word. */
export const looksLikeEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())

export const emailMistake = 'Некорректно введен email'
