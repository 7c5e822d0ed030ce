/** What other parts may ask of the ways in through networks. */
export { forgetNetworks } from './unlink.ts'
export { personalNetworks } from './personal-networks.ts'
