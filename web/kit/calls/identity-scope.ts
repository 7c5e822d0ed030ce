/** Of mutations: what changes who asks, and what is done for the one who asked, go one after another. */
export const identityScope = { id: 'identity' }
