/**
 * What a person sees of a page before its scripts have come: drawn from the answers the page begins with, in the same request. It can be
 * read and not pressed, and stands until the browser puts its own drawing in that place (web/public/first-script.js).
 */
import type { FirstAnswer, FirstAnswers } from '../../contract/first-answers.ts'
import { findPage, sightOf } from '../../contract/pages.ts'
import type { ResultOf } from '../../contract/call.ts'
import type { Contract } from '../../contract/contract.ts'
import type { AppContext } from '../kit/context.ts'
import type { LogDefect } from './defect-log.ts'
import { inTime, readDrawing } from './web-drawing.ts'

/** So many cards are more than a screen: the rest would only come later. Wider windows show rows. In CSS pixels. */
const CARDS = 6
const ROWS_FROM = 1_200

const WIDEST = 100_000

export type DrawSight = (address: string, answers: FirstAnswers, width: unknown) => Promise<string | null>

/** @returns draws for the person who was answered; null where there is nothing to show, or it can't be drawn */
export function sightDrawer(
  { clock }: Pick<AppContext, 'clock'>,
  { logDefect, drawWithin }: { logDefect: LogDefect; drawWithin: number },
): DrawSight {
  return async (address, answers, asked) => {
    const width = typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? Math.min(Number(asked), WIDEST) : null
    const [path = '/'] = address.split('?', 1)
    const sought = answers.find(({ name }) => name === sightOf(findPage(path).name))
    if (width === null || sought?.answer.status !== 'ok') return null
    try {
      const drawing = await readDrawing()
      const shown = answers.map((each) => (each === sought && width < ROWS_FROM ? firstCards(each) : each))
      if (!drawing) return null
      return await inTime(drawing.drawSight({ address, answers: shown, at: clock.now(), width }), drawWithin)
    } catch (error) {
      logDefect('sight', error, { page: path }, 'the first sight of a page is not drawn')
      return null
    }
  }
}

function firstCards({ answer, ...asked }: FirstAnswer): FirstAnswer {
  if (answer.status !== 'ok') return { answer, ...asked }
  const result = answer.result as ResultOf<Contract['feed']['queryFeed']>
  return { ...asked, answer: { ...answer, result: { ...result, messages: result.messages.slice(0, CARDS) } } }
}
