/** Lines as a text file that the browser keeps. */
export function saveLines(name: string, lines: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to keep it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
