import { useId as useReactId } from 'react'

/** In the place of Mantine's own (vite.config.ts): the id that React gives is the same on the server, and from the first drawing on. */
export function useId(staticId?: string): string {
  const id = useReactId()
  return typeof staticId === 'string' ? staticId : `mantine-${id}`
}
