/** A part of an address as people read it. What is wrongly encoded stays as it is written. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
