/** Pages that one is led to by what one does: fetched before, so that the address and what is shown change together. */
type FetchPage = (path: string) => Promise<void>

let fetchFile: FetchPage | null = null

/** What pages there are is known where they are listed; that imports the pages, and these ask here. */
export function setPageFiles(fetchPageOf: FetchPage): void {
  fetchFile = fetchPageOf
}

/** @param path of ours, without query and hash; where there is no browser too */
export const fetchPageAt = async (path: string): Promise<void> => fetchFile?.(path)

/** @param address of ours; a page that can't be had says so in its place: this never throws */
export async function fetchPage(address: string): Promise<void> {
  await fetchPageAt(new URL(address, window.location.href).pathname)
}
