import { useForceUpdate } from '@mantine/hooks'
import { useEffect } from 'react'

/** Of a list that stands open from the first: its field is drawn once more, as only then the list has an id to be named by. */
export function useListField(open: boolean): void {
  const drawAgain = useForceUpdate()
  useEffect(() => {
    if (open) drawAgain()
  }, [open, drawAgain])
}
