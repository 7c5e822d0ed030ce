import { showActionToast, showErrorToast } from './components/action-toast.tsx'

/**
 * Puts words into the clipboard, and says so or why not.
 * @param done what is shown when they are there; null when something else will say so
 */
export async function copyWords(words: string, done: string | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    if (done !== null) showActionToast(done, null)
    return true
  } catch {
    // No clipboard without https, or without leave.
    showErrorToast('Браузер не дал скопировать: выделите текст и нажмите Ctrl+C.')
    return false
  }
}
