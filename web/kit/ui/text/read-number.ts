/** Numbers as people type them: «1 500,50», «1500.5», with whatever spaces; null when it is none. */
export function readNumber(text: string, decimals: number): number | null {
  const bare = text.replaceAll(/\s/g, '').replace(',', '.')
  const [, , fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(bare) ?? []
  return !/^\d{1,9}(\.\d+)?$/.test(bare) || fraction.length > decimals ? null : Number(bare)
}

export function readWhole(text: string, min: number, max: number): number | null {
  const number = readNumber(text, 0)
  return number === null || number < min || number > max ? null : number
}

/** The way back, into a field. */
export function typedNumber(number: number | null): string {
  return number === null ? '' : String(number).replace('.', ',')
}
