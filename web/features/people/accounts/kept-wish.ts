/**
 * What someone chose before they came in is put into their cart as a guest's, and the server takes that over in the moment they come in.
 * So nothing that lets them in is asked for before it stands there; what could not be put there is put into their own cart afterwards.
 */

/** Puts the choice into the cart of anyone who is here; never rejects. @returns whether it stands there */
export type KeepWish = () => Promise<boolean>

let kept: { keep: KeepWish; done: Promise<boolean> } | null = null

export function startKeeping(keep: KeepWish): void {
  kept = { keep, done: keep() }
}

/** Ends when no choice is on its way to the cart any more. */
export async function wishKept(): Promise<void> {
  await kept?.done
}

/** Someone came in. */
export async function bringWish(): Promise<void> {
  const brought = kept
  kept = null
  if (brought && !(await brought.done)) await brought.keep()
}
