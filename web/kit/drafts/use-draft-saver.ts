import { useEffect, useState } from 'react'
import type { DraftSaver, DraftState } from './draft-saver.ts'

/**
 * What is typed is saved by itself, and when what shows it goes; a tab that is closed with unsaved words asks first.
 * @param begin makes the saver, once
 * @param onLeft once what was left is saved, or could not be; the one of the first frame is called
 */
export function useDraftSaver<Draft extends object, Saved>(
  begin: (notify: (state: DraftState<Draft, Saved>) => void) => DraftSaver<Draft, Saved>,
  onLeft?: () => void,
): { saver: DraftSaver<Draft, Saved>; state: DraftState<Draft, Saved> } {
  const [state, setState] = useState<DraftState<Draft, Saved> | null>(null)
  const [{ saver, left }] = useState(() => ({ saver: begin(setState), left: onLeft }))
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      if (saver.isUnsaved) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      void saver.settle().then(left)
    }
  }, [saver, left])
  return { saver, state: state ?? saver.state }
}
