/** The code in what someone pasted: the code alone, a line of a letter with the code in it, or the number that called. */
export function pastedPin(text: string, length: number): string | null {
  const alone = text.match(/\d+/g)?.filter((digits) => digits.length === length) ?? []
  const onlyNumber = /^[\d\s+().-]+$/.test(text)
  const digits = text.replaceAll(/\D/g, '')
  // «+7 495 123-45-67» ends in its code, though a part of it may be as long as a code.
  if (onlyNumber && digits.length >= length) return digits.slice(-length)
  return alone.length === 1 && alone[0] !== undefined ? alone[0] : null
}
