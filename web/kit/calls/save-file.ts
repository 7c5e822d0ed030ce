/** A file that the browser keeps, as if it had been downloaded. */
export function saveFile(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to keep it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
