import { useMediaQuery } from '@mantine/hooks'
import { createContext, useContext } from 'react'

/** How wide the window is for which the server draws, in CSS pixels; null: there is a window that can be asked. */
export const DrawnWidth = createContext<number | null>(null)

/** Is the window at least so wide? Known from the first drawing on. @param width in CSS pixels */
export function useAtLeast(width: number): boolean {
  const drawn = useContext(DrawnWidth)
  const matches = useMediaQuery(`(min-width: ${width}px)`, undefined, { getInitialValueInEffect: false })
  return drawn === null ? matches : drawn >= width
}
