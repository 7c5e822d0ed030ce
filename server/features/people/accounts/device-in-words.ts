/** A browser in words: «Chrome 141, Windows», «Safari 18, iPhone». */
import bowser from 'bowser'

/** @returns «неизвестное устройство» for what says nothing we know */
export function deviceInWords(userAgent: string): string {
  if (userAgent.trim() === '') return UNKNOWN
  const { browser, os, platform } = bowser.parse(userAgent)
  const name = browser.name?.replace(/^Microsoft /, '').replace(/^Yandex Browser$/, 'Яндекс Браузер')
  const program = [name, browser.version?.split('.')[0]].filter(Boolean).join(' ')
  // Of an iPhone everybody knows it is one; of an Android phone the maker is guesswork.
  const device = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name
  return [program, device].filter(Boolean).join(', ') || UNKNOWN
}

const UNKNOWN = 'неизвестное устройство'
