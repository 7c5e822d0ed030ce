import type { Meaning } from '../engine/relevance/meaning.ts'

export const emptyMeaning = (): Meaning => ({ rows: new Map(), vectors: new Int8Array(0), scales: new Float32Array(0) })
