/** Pages that are led to by themselves, fetched before: the address and what is shown change together. */
const files: Record<string, () => Promise<unknown>> = {
  '/feed': () => import('./feed-page.tsx'),
  '/custom-category': () => import('./projects-page.tsx'),
  '/groups': () => import('./groups-page.tsx'),
  '/order': () => import('./order-page.tsx'),
}

/** Whatever goes wrong is said by the page itself. */
export async function fetchPage(address: string): Promise<void> {
  await files[new URL(address, window.location.href).pathname]?.().catch(() => {})
}
