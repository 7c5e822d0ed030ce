/** What tells this browser from others (spec §7 fp, incognito): read only when it is needed, and kept nowhere in the browser. */

export interface Device {
  fp: string
  /** Absent when the browser does not let it be seen. */
  incognito?: boolean
}

/** A browser that takes longer to show whether it is private has better things to do. */
const PRIVATE_TIME_LIMIT = 8_000

let reading: Promise<Device | null> | null = null

/** null when the browser hides it: nothing depends on it but the limits of trials. The libraries are fetched here, and read once a page. */
export function readDevice(): Promise<Device | null> {
  reading ??= read()
  return reading
}

async function read(): Promise<Device | null> {
  try {
    const [fp, incognito] = await Promise.all([readPrint(), readPrivate()])
    return incognito === undefined ? { fp } : { fp, incognito }
  } catch {
    return null
  }
}

async function readPrint(): Promise<string> {
  const { load } = await import('@fingerprintjs/fingerprintjs')
  // Without a word to the library's makers, which it says by default.
  const agent = await load({ monitoring: false })
  return (await agent.get()).visitorId
}

async function readPrivate(): Promise<boolean | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PRIVATE_TIME_LIMIT, undefined))
  const detected = import('detectincognitojs')
    .then(({ detectIncognito }) => detectIncognito())
    .then(({ isPrivate }) => isPrivate)
  return Promise.race([detected.catch(() => undefined), late])
}
