/** What someone who has paid has still to do, so that what they bought brings anything: the thanks say nothing else. */
import type { Purchase } from '../../../../contract/commerce/payments.ts'
import { pageOfProduct } from '../../../../rules/cart-steps.ts'
import { plural } from '../../../../rules/plural.ts'

/** What waits for the person: projects without words, a list that no group is on yet, or a team no one else is in. */
export interface LeftToDo {
  product: 'project' | 'group' | 'team'
  /** Projects without words; 1 of groups and of a team. */
  count: number
}

interface LeftInWords {
  /** A sentence of its own, or one that goes on after the sum: «…, и всё уже работает.» Empty while nothing is known. */
  sentence: string
  /** What is done on another page than this one: where, and the words on the button. */
  elsewhere: { page: string; button: string }[]
}

const buttons: Record<LeftToDo['product'], string> = {
  project: 'Назвать слова',
  group: 'Добавить группы',
  team: 'Пригласить коллег',
}
const pageFor = (product: LeftToDo['product']): string => (product === 'team' ? '/team' : pageOfProduct(product))

function whatIsLeft({ product, count }: LeftToDo): string {
  if (product === 'group') return 'добавить группы'
  if (product === 'team') return 'пригласить коллег'
  return count === 1 ? 'назвать слова' : `назвать слова ${count} ${plural(count, ['проекта', 'проектов', 'проектов'])}`
}

/**
 * @param left undefined while it is not known: then nothing is promised
 * @param pathname the page that the thanks stand on
 */
export function leftAfter(
  { product, opened }: Pick<Purchase, 'product' | 'opened'>,
  left: readonly LeftToDo[] | undefined,
  pathname: string,
): LeftInWords {
  if (!opened)
    return { sentence: 'Открыть по этому заказу уже нечего: мы вернём деньги тем же способом.', elsewhere: [] }
  if (!left) return { sentence: '', elsewhere: [] }
  // What was just bought comes first.
  const inOrder = left.toSorted((a, b) => Number(b.product === product) - Number(a.product === product))
  const elsewhere = inOrder
    .map((each) => ({ page: pageFor(each.product), button: buttons[each.product] }))
    .filter(({ page }) => page !== pathname)
  const all = inOrder.map(whatIsLeft).join(' и ')
  if (inOrder.length === 0) return { sentence: ', и всё уже работает.', elsewhere }
  const isIts = inOrder[0]?.product === product
  return { sentence: isIts ? `Осталось ${all}.` : `, и всё это уже работает. Ещё осталось ${all}.`, elsewhere }
}
