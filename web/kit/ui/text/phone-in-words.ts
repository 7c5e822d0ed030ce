/** «79161234567» → «+7 916 123-45-67»; a number of another country keeps its digits together. */
export function phoneInWords(digits: string): string {
  const [, area, first, second, third] = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? []
  return area === undefined ? `+${digits}` : `+7 ${area} ${first}-${second}-${third}`
}
