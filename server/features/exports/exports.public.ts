/** What other parts may ask of exports. */
export { openLiveExports } from './live-exports.ts'
export { personalExports } from './personal-exports.ts'
