/** Pages that one is led to by what one does there: fetched before, so that the address and what is shown change together. */
const files = new Map<string, () => Promise<unknown>>()

/** @returns `fetchFile`, known from now on as the file of this address */
export function fileOf<File>(address: string, fetchFile: () => Promise<File>): () => Promise<File> {
  files.set(address, fetchFile)
  return fetchFile
}

/** Whatever goes wrong is said by the page itself. */
export async function fetchPage(address: string): Promise<void> {
  await files
    .get(new URL(address, window.location.href).pathname)?.()
    .catch(() => {})
}
