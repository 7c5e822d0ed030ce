/** What other parts may ask of masks. */
export { noteMaskedCall } from './note-call.ts'
export { listMasksOfSessions } from './end-masks.ts'
