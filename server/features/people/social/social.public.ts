/** What other parts may ask of the ways in through networks. */
export { forgetNetworks } from './unlink.ts'
