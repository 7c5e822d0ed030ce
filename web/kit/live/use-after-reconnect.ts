import { useOnConnect } from './use-on-connect.ts'

/** Signals that were sent while there was no connection are not sent again: what was kept by them is to be read again. */
export function useAfterReconnect(readAgain: () => void): void {
  useOnConnect((before) => {
    if (before > 0) readAgain()
  })
}
