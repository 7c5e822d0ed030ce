/** What tells one browser from others (spec §7 fp), as the library of our pages makes it. */
const PRINT = /^[0-9a-f]{32}$/

/** In one writing, so that a blank or another case is no other device. Null: there is none. */
export function readPrint(fp: string | undefined): string | null {
  const print = (fp ?? '').trim().toLowerCase()
  return PRINT.test(print) ? print : null
}
