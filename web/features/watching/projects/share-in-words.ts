/** Up to this share it is given per hundred. */
const RARE = 0.05

/** 0.4 → «2 из 5», 0.02 → «2 из 100»: to a tenth, or a hundredth of what is rare; never nothing, and all only when it is all. */
export function shareInWords(share: number): string {
  if (share >= 1) return 'всё'
  if (share < RARE) return `${Math.max(1, Math.round(share * 100))}\u00A0из\u00A0100`
  const tenths = Math.min(9, Math.max(1, Math.round(share * 10)))
  const common = [5, 2].find((each) => tenths % each === 0) ?? 1
  return `${tenths / common}\u00A0из\u00A0${10 / common}`
}
